package dev.parley.store.table;

/** How a run stands. */
public enum RunStatus {
    RUNNING,
    WAITING,
    COMPLETED,
    FAILED,
    CANCELLED;

    /** Whether nothing more may happen in it. */
    public boolean isFinal() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
