package dev.parley.bench.store;

/** Which rows a bare loop writes. */
enum Rows {
    /** All that the engine writes for a message: it, its receipt, its feed entry, its run. */
    ALL,
    /** The message alone, which no hub could live with. */
    MESSAGE_ONLY
}
