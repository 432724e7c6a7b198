package dev.parley.agent;

/** How far an agent's tools reach, at most. */
public enum ToolRole {
    /** Reads, status and reports. */
    MANAGER,
    /** Whatever its policy allows. */
    WORKER,
    /** Looks only. */
    OBSERVER
}
