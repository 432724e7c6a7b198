package dev.parley.store;

/** What an error of the database means for the engine. */
public enum Failure {
    /** One statement was not acceptable; the store itself is well. */
    REFUSED,
    /** There is no room; nothing of the batch was kept, and it may work again later. */
    FULL,
    /** The database cannot be reached; nothing of the batch was kept. */
    UNREACHABLE,
    /** The connection broke in the commit and nobody can say what became of it. */
    UNKNOWN,
    /** The disk did not do what it was told; nothing more may be promised until a restart. */
    BROKEN
}
