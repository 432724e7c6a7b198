package dev.parley.tool;

import dev.parley.agent.ToolRole;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Wire;
import dev.parley.tool.server.ServerSpec.Handling;
import dev.parley.tool.server.ToolClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which tools an agent may use. This has nothing to do with the capabilities by which work finds
 * it.
 *
 * @param agents what configuration says of agents, by name
 */
public record Policy(Map<String, Narrowing> agents) {
    public Policy {
        agents = Map.copyOf(agents);
    }

    /**
     * What narrows the tools of one agent; {@code *} in a name stands for anything.
     *
     * @param allow the only tools it may use; all, when it is empty
     * @param deny those of them that it may not
     */
    public record Narrowing(List<String> allow, List<String> deny) {
        static final Narrowing NONE = new Narrowing(List.of(), List.of());

        public Narrowing {
            allow = List.copyOf(allow);
            deny = List.copyOf(deny);
        }

        public boolean allows(String tool) {
            return (allow.isEmpty() || matches(allow, tool)) && !matches(deny, tool);
        }

        private static boolean matches(List<String> names, String tool) {
            return names.stream()
                    .map(name -> Pattern.quote(name).replace("*", "\\E.*\\Q"))
                    .anyMatch(tool::matches);
        }
    }

    /** Why an agent may not use a tool; nothing when it may. */
    Optional<String> objection(
            AgentName agent, Optional<ToolRole> role, String tool, Handling handling) {
        var ofRole = role.flatMap(held -> objection(held, handling));
        if (ofRole.isPresent()) {
            return ofRole;
        }
        return agents.getOrDefault(agent.value(), Narrowing.NONE).allows(tool)
                ? Optional.empty()
                : Optional.of(
                        "tools.agents."
                                + agent
                                + " in parley.yaml does not allow it to this agent");
    }

    private static Optional<String> objection(ToolRole role, Handling handling) {
        return switch (role) {
            case WORKER -> Optional.empty();
            case OBSERVER -> Optional.of("an observer uses no tools");
            case MANAGER ->
                    handling.kind() == ToolClass.MUTATING
                            ? Optional.of(
                                    "a manager uses read, status and report tools only, and this"
                                            + " one is "
                                            + (handling.isClassified()
                                                    ? Wire.name(handling.kind())
                                                    : "unclassified, which counts as mutating: give"
                                                            + " it a class in parley.yaml if it"
                                                            + " changes nothing"))
                            : Optional.empty();
        };
    }
}
