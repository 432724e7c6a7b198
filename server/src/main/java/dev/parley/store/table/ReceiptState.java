package dev.parley.store.table;

/** What became of a message for one recipient. */
public enum ReceiptState {
    QUEUED,
    DELIVERED,
    ACKED,
    ANSWERED,
    TIMED_OUT,
    DEAD;

    /** Whether nothing more is expected of the recipient. */
    public boolean isFinal() {
        return switch (this) {
            case QUEUED, DELIVERED -> false;
            case ACKED, ANSWERED, TIMED_OUT, DEAD -> true;
        };
    }
}
