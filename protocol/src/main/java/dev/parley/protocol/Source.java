package dev.parley.protocol;

/** What sort of sender a message came from. */
public enum Source {
    USER,
    APPLET,
    AGENT
}
