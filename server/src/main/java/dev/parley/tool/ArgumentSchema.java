package dev.parley.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSON Schema of 2020-12 that arguments are held against. */
public final class ArgumentSchema {
    /** What is wrong is told, but not endlessly. */
    private static final int MOST_TOLD = 5;

    private final ObjectNode json;
    private volatile @Nullable Schema compiled;

    public ArgumentSchema(ObjectNode json) {
        this.json = json;
    }

    /** What is wrong with something, a sentence each; nothing when it fits. */
    public List<String> complaints(JsonNode value) {
        return compiled().validate(value).stream()
                .limit(MOST_TOLD)
                .map(error -> Misfit.words(error, json))
                .toList();
    }

    /** When it is first needed: no start waits for it. */
    private Schema compiled() {
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
        static Schema compile(ObjectNode json) {
            return SchemaRegistry.withDefaultDialect(
                            DIALECT,
                            builder ->
                                    builder.schemaLoader(
                                            loader -> loader.fetchRemoteResources(false)))
                    .getSchema(json);
        }
    }
}
