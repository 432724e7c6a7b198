package dev.parley;

/** The databases that a hub can be tested on. */
public enum TestDatabase {
    SQLITE,
    POSTGRES
}
