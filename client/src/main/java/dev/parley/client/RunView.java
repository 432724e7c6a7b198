package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.RunId;
import dev.parley.protocol.SessionId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A run as the hub shows it. Status and protocol are the hub's words, so that a newer hub's are not
 * lost on an older client.
 *
 * @param participants role to agent
 * @param lastSeq the place of its newest message, when the hub says
 * @param json the whole answer
 */
public record RunView(
        RunId runId,
        SessionId sessionId,
        String status,
        String protocol,
        Map<String, String> participants,
        Optional<Instant> createdAt,
        OptionalLong lastSeq,
        ObjectNode json) {
    /** How it stands in one word; a paused run says so. */
    public String state() {
        return json.path("paused").asBoolean() ? "paused" : status;
    }

    static RunView read(Answer answer) {
        var participants = new LinkedHashMap<String, String>();
        answer.json()
                .path("participants")
                .forEachEntry((role, agent) -> participants.put(role, agent.asText()));
        return new RunView(
                new RunId(answer.text("run_id")),
                new SessionId(answer.text("session_id")),
                answer.text("status"),
                answer.text("protocol"),
                Map.copyOf(participants),
                answer.maybeTime("created_at"),
                answer.maybeNumber("last_seq"),
                answer.json());
    }
}
