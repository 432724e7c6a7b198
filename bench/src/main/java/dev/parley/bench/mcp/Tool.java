package dev.parley.bench.mcp;

/**
 * A tool that is called, and with what.
 *
 * @param arguments a JSON object
 */
record Tool(String name, String arguments) {
    /** Who there is: changes nothing. */
    static final Tool READING = new Tool("list_agents", "{}");

    /** Its answer comes when what it did is on disk. */
    static final String DURABLE = "send_agent_message";

    /** The same to a session. */
    static Tool durable(String session) {
        var message = "x".repeat(300);
        return new Tool(
                DURABLE, "{\"sessionId\":\"" + session + "\",\"message\":\"" + message + "\"}");
    }
}
