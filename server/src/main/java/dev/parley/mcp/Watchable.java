package dev.parley.mcp;

import dev.parley.bus.Topic;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Something whose changes can be noticed.
 *
 * @param topics which may have changed it when they wake somebody
 * @param mark how far it is, read only then; another one than before is a change
 */
public record Watchable(Set<Topic> topics, Supplier<String> mark) {
    public Watchable {
        topics = Set.copyOf(topics);
    }
}
