package dev.parley.run;

import dev.parley.bus.Topic;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** Agents that wait for others otherwise than when circles were last looked for. */
public final class Suspects {
    /** With more of them, everybody who waits is looked at. */
    static final int MAX = 10_000;

    private Set<Topic.Awaiting> agents = new LinkedHashSet<>();

    /** After a start nobody knows what the last one has looked at. */
    private boolean isEverybody = true;

    /**
     * Those who are to be looked at.
     *
     * @param isEverybody whether that is everybody who waits, rather than the agents
     */
    record Taken(Set<Topic.Awaiting> agents, boolean isEverybody) {}

    /** Something was changed. */
    public synchronized void hear(Collection<? extends Topic> changed) {
        for (var topic : changed) {
            if (topic instanceof Topic.Awaiting agent) {
                if (agents.size() >= MAX) {
                    agents.clear();
                    isEverybody = true;
                }
                agents.add(agent);
            }
        }
    }

    synchronized Taken take() {
        var taken = new Taken(agents, isEverybody);
        agents = new LinkedHashSet<>();
        isEverybody = false;
        return taken;
    }

    /** They must be looked at once more. */
    synchronized void putBack(Taken taken) {
        isEverybody |= taken.isEverybody;
        hear(taken.agents);
    }
}
