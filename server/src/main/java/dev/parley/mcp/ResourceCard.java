package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;

/** Something that can be read, as it stands in the list. */
public record ResourceCard(
        String uri, String name, String title, String description, String mimeType) {
    ObjectNode json() {
        return Json.object()
                .put("uri", uri)
                .put("name", name)
                .put("title", title)
                .put("description", description)
                .put("mimeType", mimeType);
    }
}
