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

    /** One that its server has not told of yet; nothing when no server can have it. */
    public static Optional<Tool> unseen(String name) {
        return read(Json.object().put("name", name));
    }

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
                        input(listed.get("inputSchema")),
                        listed.get("outputSchema") instanceof ObjectNode schema ? schema : null,
                        hints.path("readOnlyHint").asBoolean()));
    }

    /** Some languages write nothing by name as {@code []}. */
    private static ObjectNode input(@Nullable JsonNode given) {
        if (!(given instanceof ObjectNode schema)) {
            return Json.object().put("type", "object");
        }
        if (!schema.path("properties").isObject()) {
            schema.remove("properties");
        }
        return schema;
    }
}
