package dev.parley.agent;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.store.table.AgentTable;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Agents that the hub runs itself: they are there as long as it is, and need no card. */
public final class Hosted {
    private static final Comparator<AgentName> BY_NAME = Comparator.comparing(AgentName::value);

    private final Set<AgentTable.Key> agents = ConcurrentHashMap.newKeySet();

    public void add(Space space, AgentName name) {
        agents.add(new AgentTable.Key(space, name));
    }

    public void remove(Space space, AgentName name) {
        agents.remove(new AgentTable.Key(space, name));
    }

    public boolean has(Space space, AgentName name) {
        return agents.contains(new AgentTable.Key(space, name));
    }

    public boolean isEmpty() {
        return agents.isEmpty();
    }

    /** Those of a space, in the order of their names. */
    public List<AgentName> of(Space space) {
        return after(space, "").stream().map(AgentTable.Key::name).sorted(BY_NAME).toList();
    }

    /** Those of a space after a name, in no order. */
    Set<AgentTable.Key> after(Space space, String name) {
        return agents.isEmpty() ? Set.of() : found(space, name);
    }

    private Set<AgentTable.Key> found(Space space, String name) {
        return agents.stream()
                .filter(key -> key.space().equals(space))
                .filter(key -> key.name().value().compareTo(name) > 0)
                .collect(Collectors.toUnmodifiableSet());
    }
}
