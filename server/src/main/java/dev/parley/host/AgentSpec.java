package dev.parley.host;

import dev.parley.agent.Card;
import dev.parley.store.table.AgentTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An agent that the hub runs.
 *
 * @param card what others are told of it
 * @param model the one it uses when a session names none
 * @param timeout how long a turn may take
 * @param atOnce how many of its sessions may have a turn at the same time
 * @param retry whether a turn that was cut short is simply taken again
 */
public record AgentSpec(
        AgentTable.Key resident,
        Card card,
        @Nullable String model,
        Duration timeout,
        int atOnce,
        boolean retry,
        Means means) {
    /** By what it is run. In words it tells nothing that may be a secret. */
    public sealed interface Means permits Command, Stdio, AcpSpec, LlmSpec {
        /** The kind of host as configuration names it. */
        String host();
    }

    /** One process for all turns, prompted by a line of JSON each. */
    public record Stdio(
            String command,
            List<String> args,
            Map<String, String> env,
            boolean allowTools,
            int maxOutputChars,
            int maxHistoryTurns,
            int maxHistoryChars,
            int maxToolRounds)
            implements Means {
        public Stdio {
            args = List.copyOf(args);
            env = Map.copyOf(env);
        }

        @Override
        public String host() {
            return "stdio";
        }

        @Override
        public String toString() {
            return command;
        }
    }

    /**
     * One process for each turn: what is said on its standard input or as an argument, what it
     * answers on its standard output.
     *
     * @param args may hold {@code {message}}, {@code {session}}, {@code {model}} and {@code {cwd}}
     * @param resumeArgs instead of them from the second turn on
     * @param sessionPattern whose first group is the id under which it resumes, where it makes its
     *     own and prints it
     */
    public record Command(
            String command,
            List<String> args,
            List<String> resumeArgs,
            Map<String, String> env,
            @Nullable String sessionPattern,
            int maxOutput)
            implements Means {
        public Command {
            args = List.copyOf(args);
            resumeArgs = List.copyOf(resumeArgs);
            env = Map.copyOf(env);
        }

        @Override
        public String host() {
            return "command";
        }

        @Override
        public String toString() {
            return command;
        }
    }
}
