package dev.parley.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something an agent published for whoever subscribed.
 *
 * @param eventType the publisher's own word for it, such as {@code task.complete}
 * @param timestamp when it was published; null until someone with a clock says so
 */
public record PublishedEvent(
        AgentName agent, String eventType, ObjectNode data, @Nullable Instant timestamp) {
    public PublishedEvent {
        Names.requireId("event_type", eventType);
    }

    /** The full name that subscribers match: {@code agent.{agent}.{event_type}}. */
    public String topic() {
        return "agent." + agent + "." + eventType;
    }

    public PublishedEvent at(Instant when) {
        return new PublishedEvent(agent, eventType, data, when);
    }
}
