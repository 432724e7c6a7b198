package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * An argument that a header repeats, as {@code x-mcp-header} in a tool's schema wants it.
 *
 * @param path where the argument is, from the outermost object inwards
 */
public record MirroredArgument(List<String> path, String header) {
    private static final String KEYWORD = "x-mcp-header";

    public MirroredArgument {
        path = List.copyOf(path);
    }

    /** All of a schema; only plain properties of plain objects can have one. */
    public static List<MirroredArgument> of(ObjectNode schema) {
        var found = new ArrayList<MirroredArgument>();
        collect(schema, List.of(), found);
        return List.copyOf(found);
    }

    private static void collect(JsonNode schema, List<String> path, List<MirroredArgument> found) {
        for (var property : schema.path("properties").properties()) {
            var at = new ArrayList<>(path);
            at.add(property.getKey());
            var name = property.getValue().path(KEYWORD).asText();
            if (!name.isEmpty()) {
                found.add(new MirroredArgument(at, "Mcp-Param-" + name));
            }
            collect(property.getValue(), at, found);
        }
    }

    /** What the arguments say there. */
    public Optional<JsonNode> in(JsonNode arguments) {
        var value = arguments;
        for (var step : path) {
            value = value.path(step);
        }
        return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value);
    }

    /** A value as a header can hold it. */
    public static String coded(String value) {
        boolean isPlain =
                value.chars().allMatch(c -> c >= ' ' && c <= '~')
                        && value.equals(value.strip())
                        && !value.startsWith("=?base64?");
        return isPlain
                ? value
                : "=?base64?"
                        + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
                        + "?=";
    }
}
