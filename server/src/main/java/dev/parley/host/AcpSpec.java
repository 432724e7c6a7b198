package dev.parley.host;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * An agent that speaks the Agent Client Protocol over its standard input and output, one process
 * for each session.
 *
 * @param permissions who answers when it asks whether it may do something
 * @param idle how long its process is kept while nobody speaks to it
 * @param maxOutput how many characters an answer may have
 */
public record AcpSpec(
        String command,
        List<String> args,
        Map<String, String> env,
        Permissions permissions,
        Duration idle,
        int maxOutput)
        implements AgentSpec.Means {
    /** Who answers when an agent asks whether it may do something. */
    public enum Permissions {
        /** A person. */
        ASK,
        ALLOW,
        DENY
    }

    public AcpSpec {
        args = List.copyOf(args);
        env = Map.copyOf(env);
    }

    @Override
    public String host() {
        return "acp";
    }

    @Override
    public String toString() {
        return command;
    }
}
