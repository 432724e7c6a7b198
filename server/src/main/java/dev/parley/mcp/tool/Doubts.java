package dev.parley.mcp.tool;

import dev.parley.agent.Agents;
import dev.parley.agent.Presence;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.run.Sent;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether whoever something was sent to is the one that was meant. */
record Doubts(Agents agents, Presence presence) {
    private static final int MAX_SHOWN = 5;

    /** What whoever sent it had better know beside. */
    Optional<String> about(Space space, Sent sent, Address to) {
        var agent = to.agent();
        return sent.posted()
                .reach()
                .note()
                .map(note -> note + agent.map(name -> agents.meant(space, name)).orElse(""))
                .or(() -> agent.flatMap(name -> instance(space, name, to)));
    }

    /** An agent that is known may yet have no such instance, and perhaps never will. */
    private Optional<String> instance(Space space, AgentName agent, Address to) {
        if (to.instance().isEmpty()) {
            return Optional.empty();
        }
        var instances = presence.instances(space, agent);
        if (instances.stream()
                .anyMatch(row -> to.value().equals(agent + "/" + row.key().instance()))) {
            return Optional.empty();
        }
        var seen =
                instances.stream()
                        .limit(MAX_SHOWN)
                        .map(row -> agent + "/" + row.key().instance())
                        .collect(Collectors.joining(", "));
        return Optional.of(
                "no instance "
                        + to
                        + " was seen; the message waits for that one alone. To reach any instance"
                        + " write to "
                        + agent
                        + (seen.isEmpty() ? "" : "; seen were " + seen));
    }
}
