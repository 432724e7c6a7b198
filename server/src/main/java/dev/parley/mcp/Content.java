package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;

/** A piece of what is said: text, a picture, a sound, a resource. */
public record Content(ObjectNode json) {
    public static Content text(String words) {
        return new Content(Json.object().put("type", "text").put("text", words));
    }

    /**
     * A picture.
     *
     * @param base64 its bytes
     */
    public static Content image(String mimeType, String base64) {
        return media("image", mimeType, base64);
    }

    public static Content audio(String mimeType, String base64) {
        return media("audio", mimeType, base64);
    }

    private static Content media(String type, String mimeType, String base64) {
        return new Content(
                Json.object().put("type", type).put("data", base64).put("mimeType", mimeType));
    }

    /** What a resource holds, within the result. */
    public static Content resource(ResourceText resource) {
        var json = Json.object().put("type", "resource");
        json.set("resource", resource.json());
        return new Content(json);
    }

    /** Where a resource is, to be read when it is needed. */
    public static Content link(ResourceCard resource) {
        var json = Json.object().put("type", "resource_link");
        json.setAll(resource.json());
        return new Content(json);
    }
}
