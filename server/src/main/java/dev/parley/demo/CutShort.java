package dev.parley.demo;

/** The run has ended before its story has, because a person wanted it so. */
final class CutShort extends RuntimeException {
    CutShort() {
        super("the run has ended");
    }
}
