package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Call;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An argument that a header repeats, as {@code x-mcp-header} in a tool's schema wants it.
 *
 * @param path where the argument is, from the outermost object inwards
 */
record Mirror(List<String> path, String header) {
    private static final String KEYWORD = "x-mcp-header";

    /** All of a schema; only plain properties of plain objects can have one. */
    static List<Mirror> of(ObjectNode schema) {
        var found = new ArrayList<Mirror>();
        collect(schema, List.of(), found);
        return List.copyOf(found);
    }

    private static void collect(JsonNode schema, List<String> path, List<Mirror> found) {
        for (var property : schema.path("properties").properties()) {
            var at = new ArrayList<>(path);
            at.add(property.getKey());
            var name = property.getValue().path(KEYWORD).asText();
            if (!name.isEmpty()) {
                found.add(new Mirror(List.copyOf(at), "Mcp-Param-" + name));
            }
            collect(property.getValue(), at, found);
        }
    }

    /** Refuses a call whose header says something else than its arguments. */
    void check(Call call, JsonNode arguments) {
        var value = arguments;
        for (var step : path) {
            value = value.path(step);
        }
        var said =
                value.isMissingNode() || value.isNull()
                        ? Optional.<JsonNode>empty()
                        : Optional.of(value);
        var sent = call.header(header).map(ModernHeaders::decoded);
        if (sent.isPresent() != said.isPresent()) {
            throw ModernHeaders.mismatch(
                    header + (sent.isPresent() ? " repeats nothing in the body" : " is missing"));
        }
        if (said.isPresent() && !isSame(said.get(), sent.orElseThrow())) {
            throw ModernHeaders.mismatch(header + " does not repeat what the body says");
        }
    }

    private static boolean isSame(JsonNode said, String sent) {
        if (!said.isNumber()) {
            return said.asText().equals(sent);
        }
        try {
            return said.decimalValue().compareTo(new BigDecimal(sent)) == 0;
        } catch (NumberFormatException _) {
            return false;
        }
    }
}
