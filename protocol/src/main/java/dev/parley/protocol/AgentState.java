package dev.parley.protocol;

/** What an agent is doing in a run. */
public enum AgentState {
    IDLE,
    ANALYZING,
    EXECUTING,
    WAITING_FOR_CHILD,
    WAITING_FOR_PARENT,
    WAITING_FOR_USER,
    COMPLETED,
    ERROR
}
