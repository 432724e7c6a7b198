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
    static final Tool DURABLE =
            new Tool(
                    "send_message_async",
                    "{\"message\":\"" + "x".repeat(300) + "\",\"codebase_id\":\"my-project\"}");
}
