package dev.parley.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * An agent's card as the hub shows it, and whether the agent is there.
 *
 * @param instances how many of its running copies are online
 * @param state what the busiest of them does; empty when none is
 * @param lastSeen how long ago one of them was seen; empty when none is remembered
 */
public record AgentView(
        String name,
        String description,
        List<String> capabilities,
        Optional<String> parent,
        Optional<String> toolRole,
        long instances,
        Optional<String> state,
        Optional<Duration> lastSeen,
        ObjectNode json) {
    /** Whether it has a card; one that was only seen has none. */
    public boolean hasCard() {
        return json.has("capabilities");
    }

    static AgentView read(Answer answer) {
        var seen = answer.maybeNumber("seen_seconds_ago");
        return new AgentView(
                answer.text("agent"),
                answer.maybeText("description").orElse(""),
                StreamSupport.stream(answer.json().path("capabilities").spliterator(), false)
                        .map(JsonNode::asText)
                        .toList(),
                answer.maybeText("parent"),
                answer.maybeText("tool_role"),
                answer.maybeNumber("instances_online").orElse(0),
                answer.maybeText("state"),
                seen.isPresent()
                        ? Optional.of(Duration.ofSeconds(seen.getAsLong()))
                        : Optional.empty(),
                answer.json());
    }
}
