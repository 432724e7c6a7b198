package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;

/**
 * Something that a client is asked for.
 *
 * @param method such as {@code elicitation/create}
 * @param capability what it must have said that it can
 */
public record Input(String method, String capability, ObjectNode params) {
    private static final String ELICITATION = "elicitation/create";

    /** Has its user fill in a form. */
    public static Input elicitation(String message, ObjectNode requestedSchema) {
        var params = Json.object().put("mode", "form").put("message", message);
        params.set("requestedSchema", requestedSchema);
        return new Input(ELICITATION, "elicitation", params);
    }

    /** Has its model say something. */
    public static Input sampling(ObjectNode params) {
        return new Input("sampling/createMessage", "sampling", params);
    }

    /** Which folders it works in. */
    public static Input roots() {
        return new Input("roots/list", "roots", Json.object());
    }

    /** Whether a result is what was asked for. */
    boolean isAnsweredBy(ObjectNode result) {
        if (!method.equals(ELICITATION)) {
            return !result.isEmpty();
        }
        return switch (result.path("action").asText()) {
            case "accept" ->
                    Schema.of(params.withObject("/requestedSchema"))
                            .complaints(result.path("content"))
                            .isEmpty();
            case "decline", "cancel" -> true;
            default -> false;
        };
    }

    ObjectNode json() {
        var json = Json.object().put("method", method);
        json.set("params", params);
        return json;
    }
}
