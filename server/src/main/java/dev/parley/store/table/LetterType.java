package dev.parley.store.table;

/** Why something became a dead letter. */
public enum LetterType {
    /** It could not become a message. */
    MALFORMED,
    /**
     * It was delivered again and again, to somebody who was there, and never acked, or never
     * replied to.
     */
    TIMED_OUT,
    /** Its run was cancelled before it was acked. */
    DEAD
}
