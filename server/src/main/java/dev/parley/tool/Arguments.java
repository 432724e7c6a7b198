package dev.parley.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Holds arguments against the schema that a tool's server gives for them. */
final class Arguments {
    private static final int MAX_KNOWN = 1_000;
    private static final int MAX_SHOWN = 5;

    private final Map<ObjectNode, Schema> known = new ConcurrentHashMap<>();

    /** Refuses what does not fit, and says what does not. */
    void requireFit(Offer offer, ObjectNode arguments) {
        var tool = offer.tool();
        List<Error> errors;
        try {
            errors = schema(tool.inputSchema()).validate(arguments);
        } catch (SchemaException unreadable) {
            throw new ParleyException(
                    Problem.TOOL_UNAVAILABLE,
                    "the schema that its server gives for "
                            + offer.name()
                            + " cannot be read: "
                            + unreadable.getMessage());
        }
        if (!errors.isEmpty()) {
            throw new ParleyException(
                    Problem.BAD_ARGUMENTS,
                    errors.stream()
                            .limit(MAX_SHOWN)
                            .map(error -> Misfit.words(error, tool.inputSchema()))
                            .collect(
                                    Collectors.joining(
                                            "; ",
                                            "the arguments do not fit " + offer.name() + ": ",
                                            "")));
        }
    }

    private Schema schema(ObjectNode source) {
        if (known.size() > MAX_KNOWN) {
            known.clear();
        }
        return known.computeIfAbsent(source, Registry.ALL::getSchema);
    }

    /** Made when there is something to check, so that no start waits for it. */
    private static final class Registry {
        static final SchemaRegistry ALL =
                SchemaRegistry.withDefaultDialect(
                        SpecificationVersion.DRAFT_2020_12,
                        builder ->
                                builder.schemaLoader(loader -> loader.fetchRemoteResources(false)));
    }
}
