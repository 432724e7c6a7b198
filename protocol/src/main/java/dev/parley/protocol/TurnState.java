package dev.parley.protocol;

/** What has become of an agent's turn to answer a message. */
public enum TurnState {
    /** Others of its session come first. */
    QUEUED,
    RUNNING,
    DONE,
    FAILED,
    /** The hub ended while it ran; nobody knows how far it came. */
    INTERRUPTED,
    CANCELLED;

    public boolean isFinal() {
        return switch (this) {
            case QUEUED, RUNNING -> false;
            case DONE, FAILED, INTERRUPTED, CANCELLED -> true;
        };
    }

    /** Whether a person had better look. */
    public boolean isFault() {
        return this == FAILED || this == INTERRUPTED;
    }
}
