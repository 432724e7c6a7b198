package dev.parley.cli;

import picocli.CommandLine.PicocliException;

/** Options that each make sense but not together. */
final class BadUsage extends PicocliException {
    BadUsage(String sentence) {
        super(sentence);
    }
}
