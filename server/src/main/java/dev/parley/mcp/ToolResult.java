package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a tool has to say.
 *
 * @param content what the model reads
 * @param structured the same for programs
 */
public record ToolResult(List<Content> content, @Nullable JsonNode structured, boolean isError) {
    public ToolResult {
        content = List.copyOf(content);
    }

    public static ToolResult text(String words) {
        return new ToolResult(List.of(Content.text(words)), null, false);
    }

    public static ToolResult of(Content... content) {
        return new ToolResult(List.of(content), null, false);
    }

    /** For programs, and in the same words for whoever reads only text. */
    public static ToolResult structured(ObjectNode facts) {
        var words = Json.write(facts);
        return new ToolResult(List.of(Content.text(words)), Json.written(words), false);
    }

    /** For programs, and in better words for the model. */
    public static ToolResult structured(String words, ObjectNode facts) {
        return new ToolResult(List.of(Content.text(words)), facts, false);
    }

    /** It did not work; the model reads why. */
    public static ToolResult error(String words) {
        return new ToolResult(List.of(Content.text(words)), null, true);
    }

    ObjectNode json() {
        var json = Json.object();
        var list = json.putArray("content");
        content.forEach(item -> list.add(item.json()));
        if (structured != null) {
            json.set("structuredContent", structured);
        }
        return isError ? json.put("isError", true) : json;
    }
}
