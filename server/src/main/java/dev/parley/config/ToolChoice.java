package dev.parley.config;

/** How many of its tools the MCP door shows. */
public enum ToolChoice {
    /** At most twelve: models choose worse among many. */
    USUAL,
    ALL
}
