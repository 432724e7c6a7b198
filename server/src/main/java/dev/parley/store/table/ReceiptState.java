package dev.parley.store.table;

/** What became of a message for one recipient. */
public enum ReceiptState {
    QUEUED,
    DELIVERED,
    ACKED,
    ANSWERED,
    TIMED_OUT,
    DEAD
}
