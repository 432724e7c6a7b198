package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.stream.Collectors;

/** A JSON Schema of 2020-12, as it is shown and as it is held against what comes. */
public final class Schema {
    /** Takes nothing. */
    public static final Schema NOTHING =
            of("{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}");

    /** What is wrong is told, but not endlessly. */
    private static final int MOST_TOLD = 5;

    private final ObjectNode json;
    private final com.networknt.schema.Schema compiled;

    private Schema(ObjectNode json) {
        this.json = json;
        // Nothing is ever fetched: a reference leads to a place within the schema, or nowhere.
        this.compiled =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(json);
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

    /** What is wrong with something, a sentence each; nothing when it fits. */
    public List<String> complaints(JsonNode value) {
        return compiled.validate(value).stream()
                .map(error -> place(error) + error.getMessage())
                .limit(MOST_TOLD)
                .collect(Collectors.toList());
    }

    private static String place(com.networknt.schema.Error error) {
        var where = error.getInstanceLocation().toString();
        return where.isEmpty() || where.equals("$") ? "" : where + ": ";
    }
}
