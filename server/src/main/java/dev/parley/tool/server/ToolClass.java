package dev.parley.tool.server;

/** What a tool does to the world, as its configuration says. */
public enum ToolClass {
    READ,
    STATUS,
    REPORT,
    /** Changes something; so does whatever nobody has classified. */
    MUTATING
}
