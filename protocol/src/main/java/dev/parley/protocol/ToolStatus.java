package dev.parley.protocol;

/** What became of a call of a tool. */
public enum ToolStatus {
    RUNNING,
    COMPLETED,
    /** The tool has answered that it could not do it. */
    ERROR,
    /** There was no answer that could be kept; what the tool has done is not known. */
    FAILED,
    TIMED_OUT,
    /** The hub ended while it was under way; what the tool has done is not known. */
    INTERRUPTED,
    /** It was never begun, because whoever wanted it may not. */
    DENIED;

    public boolean isFinal() {
        return this != RUNNING;
    }
}
