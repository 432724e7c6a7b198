package dev.parley.mcp.tool;

import dev.parley.mcp.Client;

/** Tells a model who it is, so that it can say so to others. */
public final class Self {
    private Self() {}

    /** A sentence or two to follow others; nothing for people. */
    static String words(Client client) {
        var name = client.agent().map(agent -> " You are \"" + agent + "\" yourself.").orElse("");
        var session =
                client.session()
                        .map(id -> " Your session is \"" + id + "\": name it to be answered there.")
                        .orElse("");
        return name + session;
    }

    /** Whose inbox is the client's own. */
    public static String inbox(Client client) {
        return client.agent().map(agent -> agent.value()).orElse("user");
    }
}
