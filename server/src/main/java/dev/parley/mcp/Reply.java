package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;

/** What became of a question to the client's user. */
public sealed interface Reply {
    /** Answered; the content fits the schema that was asked for. */
    record Answered(ObjectNode content) implements Reply {}

    /** The user said no. */
    record Declined() implements Reply {}

    /** The user closed it without saying anything. */
    record Dismissed() implements Reply {}

    /** This client has no way to ask its user. */
    record Unsupported() implements Reply {}

    static Reply of(ObjectNode result) {
        return switch (result.path("action").asText()) {
            case "accept" ->
                    new Answered(
                            result.get("content") instanceof ObjectNode content
                                    ? content
                                    : Json.object());
            case "decline" -> new Declined();
            default -> new Dismissed();
        };
    }
}
