package dev.parley.store;

/** How the store is. */
public enum Health {
    OK,
    /** There is no room to write; reading works. */
    FULL,
    /** The database does not answer. */
    UNREACHABLE,
    /** Nothing is written until a restart; reading works. */
    STOPPED
}
