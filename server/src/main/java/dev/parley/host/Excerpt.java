package dev.parley.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.protocol.codec.Json;

/** As much of something as a log need hold. */
final class Excerpt {
    private static final int MAX_CHARS = 8_000;

    private Excerpt() {}

    /** The same, or the beginning of what it looks like. */
    static JsonNode of(JsonNode json) {
        var text = json.isTextual() ? json.textValue() : Json.write(json);
        return text.length() <= MAX_CHARS ? json : TextNode.valueOf(text(text, MAX_CHARS));
    }

    /** The same, or its beginning. */
    static String text(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
