package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import dev.parley.protocol.codec.Json;
import dev.parley.tool.Misfit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON Schema of 2020-12, as it is shown and as it is held against what comes. */
public final class Schema {
    /** Takes nothing. */
    public static final Schema NOTHING =
            of("{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}");

    /** What is wrong is told, but not endlessly. */
    private static final int MOST_TOLD = 5;

    private final ObjectNode json;
    private final List<Mirror> mirrors;
    private volatile com.networknt.schema.@Nullable Schema compiled;

    private Schema(ObjectNode json) {
        this.json = json;
        this.mirrors = Mirror.of(json);
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
        return compiled().validate(value).stream()
                .map(error -> Misfit.words(error, json))
                .limit(MOST_TOLD)
                .toList();
    }

    /** When it is first needed: no start waits for it. */
    private com.networknt.schema.Schema compiled() {
        var known = compiled;
        if (known == null) {
            known = Compiler.compile(json);
            compiled = known;
        }
        return known;
    }

    private static final class Compiler {
        /** A word that it does not know says nothing, and is not worth a warning either. */
        private static final Dialect DIALECT =
                Dialect.builder(Dialects.getDraft202012())
                        .unknownKeywordFactory((word, _) -> new NonValidationKeyword(word))
                        .build();

        /** Nothing is ever fetched: a reference leads to a place within the schema, or nowhere. */
        static com.networknt.schema.Schema compile(ObjectNode json) {
            return SchemaRegistry.withDefaultDialect(
                            DIALECT,
                            builder ->
                                    builder.schemaLoader(
                                            loader -> loader.fetchRemoteResources(false)))
                    .getSchema(json);
        }
    }
}
