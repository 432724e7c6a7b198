package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Address;
import dev.parley.protocol.Message;
import dev.parley.protocol.Part;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Wording;
import java.util.List;
import java.util.stream.Collectors;

/** A message as a model reads it: its words once, and nothing that only programs need. */
final class Letter {
    private static final List<String> KEPT =
            List.of("message_id", "run_id", "from_agent", "to_agent", "kind");
    private static final List<String> IF_ANY =
            List.of("parent_id", "from_session", "deadline_at", "payload_ref", "created_at");
    private static final List<String> IF_TRUE = List.of("expects_reply", "requires_ack");

    private Letter() {}

    static ObjectNode of(Message message) {
        return of(Format.ENVELOPE.write(message));
    }

    /**
     * The letter.
     *
     * @param envelope a whole message as the hub writes it
     */
    static ObjectNode of(JsonNode envelope) {
        var letter = Json.object();
        KEPT.forEach(name -> letter.set(name, envelope.path(name)));
        if (envelope.path("from_agent").asText().equals(Address.SYSTEM.value())) {
            letter.put("automatic", true);
        }
        var parts = envelope.path("parts");
        var payload = envelope.path("payload").<ObjectNode>deepCopy();
        letter.put("text", words(envelope, parts, payload));
        if (!payload.isEmpty()) {
            letter.set("payload", payload);
        }
        var others = others(parts);
        if (!others.isEmpty()) {
            letter.set("parts", others);
        }
        IF_TRUE.stream()
                .filter(name -> envelope.path(name).asBoolean())
                .forEach(name -> letter.put(name, true));
        IF_ANY.stream()
                .filter(envelope::hasNonNull)
                .forEach(name -> letter.set(name, envelope.path(name)));
        return letter;
    }

    /** What it says; taken out of the payload when it stands there. */
    private static String words(JsonNode envelope, JsonNode parts, ObjectNode payload) {
        var said =
                parts.valueStream()
                        .filter(Letter::isText)
                        .map(part -> part.path("content").asText())
                        .collect(Collectors.joining("\n"));
        if (!said.isEmpty()) {
            return said;
        }
        return Wording.field(payload)
                .map(name -> payload.remove(name).textValue())
                .orElseGet(() -> envelope.path("summary").asText());
    }

    private static ArrayNode others(JsonNode parts) {
        var others = Json.array();
        parts.valueStream().filter(part -> !isText(part)).forEach(others::add);
        return others;
    }

    private static boolean isText(JsonNode part) {
        return part.path("type").asText().equals(Part.TEXT);
    }
}
