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
    /** Has its user fill in a form. */
    public static Input elicitation(String message, ObjectNode requestedSchema) {
        var params = Json.object().put("mode", "form").put("message", message);
        params.set("requestedSchema", requestedSchema);
        return new Input("elicitation/create", "elicitation", params);
    }

    /** Has its model say something. */
    public static Input sampling(ObjectNode params) {
        return new Input("sampling/createMessage", "sampling", params);
    }

    /** Which folders it works in. */
    public static Input roots() {
        return new Input("roots/list", "roots", Json.object());
    }

    ObjectNode json() {
        var json = Json.object().put("method", method);
        json.set("params", params);
        return json;
    }
}
