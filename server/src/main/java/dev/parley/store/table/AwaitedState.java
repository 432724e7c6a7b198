package dev.parley.store.table;

/** Whether a message that expects a reply still waits for it, and if not, why. */
public enum AwaitedState {
    OPEN,
    ANSWERED,
    CANCELLED,
    TIMED_OUT
}
