package dev.parley.mcp.tool;

import dev.parley.access.Role;
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

    /** A label's words with an example that addresses somebody else. */
    static String words(Label label, Client client) {
        var self = client.agent().map(agent -> agent.value()).orElse("");
        var other = self.equals("bob") ? "alice" : "bob";
        return label.words().replace(addressed(self), addressed(other)) + words(client);
    }

    private static String addressed(String agent) {
        return "{\"agent_name\":\"" + agent + "\"";
    }

    /** Whether it takes on tasks, rather than to work in a session or to have others do them. */
    static boolean isWorker(Client client) {
        return client.principal().role() == Role.WORKER && client.session().isEmpty();
    }

    /** Whose inbox is the client's own. */
    public static String inbox(Client client) {
        return client.agent().map(agent -> agent.value()).orElse("user");
    }
}
