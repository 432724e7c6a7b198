package dev.parley.agent;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.store.table.AgentTable;
import java.util.List;
import java.util.Set;

/** Agents that the hub runs itself: they are there as long as it is, and need no card. */
public record Hosted(Set<AgentTable.Key> agents) {
    public static final Hosted NONE = new Hosted(Set.of());

    public Hosted {
        agents = Set.copyOf(agents);
    }

    public boolean has(Space space, AgentName name) {
        return agents.contains(new AgentTable.Key(space, name));
    }

    /** Those of a space after a name, in no order. */
    List<AgentTable.Key> after(Space space, String name) {
        return agents.stream()
                .filter(key -> key.space().equals(space))
                .filter(key -> key.name().value().compareTo(name) > 0)
                .toList();
    }
}
