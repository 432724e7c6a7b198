package dev.parley.tool.server;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** How far a call is, as its server tells while it is under way. */
public record Progress(double done, @Nullable Double total, @Nullable String message) {
    static Progress read(JsonNode params) {
        return new Progress(
                params.path("progress").asDouble(),
                params.path("total").isNumber() ? params.path("total").asDouble() : null,
                params.path("message").textValue());
    }
}
