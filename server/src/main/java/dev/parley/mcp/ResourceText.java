package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import org.jspecify.annotations.Nullable;

/**
 * What a resource holds.
 *
 * @param text what it says; null when it is bytes
 * @param base64 its bytes; null when it is text
 */
public record ResourceText(
        String uri, String mimeType, @Nullable String text, @Nullable String base64) {
    public static ResourceText text(String uri, String mimeType, String text) {
        return new ResourceText(uri, mimeType, text, null);
    }

    public static ResourceText json(String uri, ObjectNode json) {
        return text(uri, "application/json", Json.write(json));
    }

    public static ResourceText bytes(String uri, String mimeType, String base64) {
        return new ResourceText(uri, mimeType, null, base64);
    }

    ObjectNode json() {
        var json = Json.object().put("uri", uri).put("mimeType", mimeType);
        return text == null ? json.put("blob", base64) : json.put("text", text);
    }
}
