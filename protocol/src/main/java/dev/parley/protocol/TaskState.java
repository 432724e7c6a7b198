package dev.parley.protocol;

/** What has become of a task. */
public enum TaskState {
    /** Waits for a worker that may claim it. */
    QUEUED,
    /** Exactly one worker holds it. */
    RUNNING,
    /** Its worker waits for a person's answer. */
    NEEDS_INPUT,
    /** Its worker waits for a credential. */
    NEEDS_AUTH,
    COMPLETED,
    FAILED,
    CANCELLED,
    /** A worker has declined it for all. */
    REJECTED;

    public boolean isFinal() {
        return switch (this) {
            case COMPLETED, FAILED, CANCELLED, REJECTED -> true;
            case QUEUED, RUNNING, NEEDS_INPUT, NEEDS_AUTH -> false;
        };
    }

    /** Whether somebody holds it. */
    public boolean isHeld() {
        return switch (this) {
            case RUNNING, NEEDS_INPUT, NEEDS_AUTH -> true;
            case QUEUED, COMPLETED, FAILED, CANCELLED, REJECTED -> false;
        };
    }
}
