package dev.parley.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.SchemaException;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Holds arguments against the schema that a tool's server gives for them. */
final class Arguments {
    private static final int MAX_KNOWN = 1_000;

    private final Map<ObjectNode, ArgumentSchema> known = new ConcurrentHashMap<>();

    /** Refuses what does not fit, and says what does not. */
    void requireFit(Offer offer, ObjectNode arguments) {
        var complaints = complaints(offer, arguments);
        if (!complaints.isEmpty()) {
            throw new ParleyException(
                    Problem.BAD_ARGUMENTS,
                    "the arguments do not fit "
                            + offer.name()
                            + ": "
                            + String.join("; ", complaints));
        }
    }

    private List<String> complaints(Offer offer, ObjectNode arguments) {
        try {
            return schema(offer.tool().inputSchema()).complaints(arguments);
        } catch (SchemaException unreadable) {
            throw new ParleyException(
                    Problem.TOOL_UNAVAILABLE,
                    "the schema that its server gives for "
                            + offer.name()
                            + " cannot be read: "
                            + unreadable.getMessage());
        }
    }

    private ArgumentSchema schema(ObjectNode source) {
        if (known.size() > MAX_KNOWN) {
            known.clear();
        }
        return known.computeIfAbsent(source, ArgumentSchema::new);
    }
}
