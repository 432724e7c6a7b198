package dev.parley.store.table;

/** Why something became a dead letter. */
public enum LetterType {
    /** It could not become a message. */
    MALFORMED,
    /** It was delivered again and again and never acked. */
    TIMED_OUT,
    /** Nobody is left who could get it. */
    DEAD
}
