package dev.parley.store.table;

/** What became of a question; every state but the first is its last. */
public enum QuestionState {
    OPEN,
    ANSWERED,
    EXPIRED,
    CANCELLED
}
