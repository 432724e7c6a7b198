package dev.parley.bench.store;

/** Which rows a bare loop writes. */
enum Rows {
    /** All that the engine writes for a message: what follows, and its places in in- and outbox. */
    ALL,
    /** What a log with receipts and a feed cannot do without: these, and the run's head. */
    FOUNDATION,
    /** The message alone, which no hub could live with. */
    MESSAGE_ONLY;

    boolean hasReceipts() {
        return this != MESSAGE_ONLY;
    }

    boolean hasMail() {
        return this == ALL;
    }
}
