package dev.parley.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Names;
import org.jspecify.annotations.Nullable;

/**
 * What somebody publishes.
 *
 * @param agent who it says it is; only ever compared with the credential
 * @param eventType the publisher's own word for it, such as {@code data.ready}
 */
public record NewEvent(@Nullable AgentName agent, String eventType, ObjectNode data) {
    public NewEvent {
        Names.requireId("event_type", eventType);
    }
}
