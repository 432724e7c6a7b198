package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;

/** A family of things that can be read: {@code parley://runs/{run}}. */
public record TemplateCard(
        String uriTemplate, String name, String title, String description, String mimeType) {
    ObjectNode json() {
        return Json.object()
                .put("uriTemplate", uriTemplate)
                .put("name", name)
                .put("title", title)
                .put("description", description)
                .put("mimeType", mimeType);
    }
}
