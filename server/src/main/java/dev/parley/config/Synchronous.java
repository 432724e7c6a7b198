package dev.parley.config;

/** When SQLite calls a write done. */
public enum Synchronous {
    /** When it is on disk: nothing acknowledged is ever lost. */
    FULL,
    /** When the operating system has it; a power cut may lose the last moments. */
    NORMAL,
    /** At once; for measurements and for the test that shows why not. */
    OFF
}
