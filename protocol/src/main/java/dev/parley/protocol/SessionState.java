package dev.parley.protocol;

/** How a session stands; derived from its turns, never stored. */
public enum SessionState {
    /** Everything that was said to it is answered. */
    IDLE,
    /** It has a turn, or one waits. */
    STREAMING,
    /** Its last turn has failed. */
    ERROR
}
