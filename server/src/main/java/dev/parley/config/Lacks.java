package dev.parley.config;

import dev.parley.host.AcpSpec;
import dev.parley.host.AgentSpec;
import dev.parley.host.LlmSpec;
import dev.parley.program.Program;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a configuration that is right counts on and this machine lacks. A hub starts all the same:
 * what is missing may come later.
 */
public final class Lacks {
    private Lacks() {}

    /** A sentence for each thing. */
    public static List<String> of(Config config, Map<String, String> environment) {
        var lacks = new ArrayList<String>();
        for (var root : config.sessions().roots()) {
            if (!Files.isDirectory(root)) {
                lacks.add("sessions.roots names " + root + ", which is no folder");
            }
        }
        for (var agent : config.agents()) {
            started(agent)
                    .filter(
                            one ->
                                    !Program.isThere(
                                            one.command(),
                                            one.env()
                                                    .getOrDefault(
                                                            "PATH",
                                                            environment.getOrDefault("PATH", "")),
                                            config.sessions().roots().getFirst()))
                    .ifPresent(
                            one ->
                                    lacks.add(
                                            "agents.%s.command is %s, but there is no such program"
                                                            .formatted(
                                                                    agent.resident().name().value(),
                                                                    one.command())
                                                    + " that can be run; install it, or give its"
                                                    + " full path"));
        }
        return lacks;
    }

    private record Started(String command, Map<String, String> env) {}

    private static Optional<Started> started(AgentSpec agent) {
        return switch (agent.means()) {
            case AgentSpec.Command one -> Optional.of(new Started(one.command(), one.env()));
            case AgentSpec.Stdio one -> Optional.of(new Started(one.command(), one.env()));
            case AcpSpec one -> Optional.of(new Started(one.command(), one.env()));
            case LlmSpec _ -> Optional.empty();
        };
    }
}
