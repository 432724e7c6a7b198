package dev.parley.protocol;

/** Who sees a message without opening the internal thread. */
public enum Visibility {
    INTERNAL,
    USER_VISIBLE,
    USER_REDACTED
}
