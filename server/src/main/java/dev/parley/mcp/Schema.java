package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import dev.parley.tool.ArgumentSchema;
import java.util.List;

/** A JSON Schema of 2020-12, as it is shown and as it is held against what comes. */
public final class Schema {
    /** Takes nothing. */
    public static final Schema NOTHING =
            of("{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}");

    private final ObjectNode json;
    private final List<Mirror> mirrors;
    private final ArgumentSchema arguments;

    private Schema(ObjectNode json) {
        this.json = json;
        this.mirrors = Mirror.of(json);
        this.arguments = new ArgumentSchema(json);
    }

    public static Schema of(String json) {
        return of(Json.parseObject(json));
    }

    public static Schema of(ObjectNode json) {
        return new Schema(json.deepCopy());
    }

    /** As it is shown; not to be changed. */
    public ObjectNode json() {
        return json;
    }

    /** Which arguments headers repeat. */
    List<Mirror> mirrors() {
        return mirrors;
    }

    /** What is wrong with something, a sentence each; nothing when it fits. */
    public List<String> complaints(JsonNode value) {
        return arguments.complaints(value);
    }
}
