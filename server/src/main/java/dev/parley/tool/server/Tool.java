package dev.parley.tool.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A tool as its server describes it.
 *
 * @param name as its server calls it
 */
public record Tool(
        String name,
        @Nullable String title,
        String description,
        ObjectNode inputSchema,
        @Nullable ObjectNode outputSchema,
        boolean saysReadOnly) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,100}");

    /** What a server lists; nothing when it has no name that fits into an address. */
    static Optional<Tool> read(JsonNode listed) {
        var name = listed.path("name").asText();
        if (!NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        var hints = listed.path("annotations");
        var title = listed.path("title").textValue();
        return Optional.of(
                new Tool(
                        name,
                        title == null ? hints.path("title").textValue() : title,
                        listed.path("description").asText(),
                        listed.get("inputSchema") instanceof ObjectNode schema
                                ? schema
                                : Json.object().put("type", "object"),
                        listed.get("outputSchema") instanceof ObjectNode schema ? schema : null,
                        hints.path("readOnlyHint").asBoolean()));
    }
}
