package dev.parley.task;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Message;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Part;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A piece of something that a worker makes, as it hands it over.
 *
 * @param id tells things apart; their name unless the worker says otherwise
 * @param isAppended whether it goes on with what came before, rather than to replace it
 * @param isLast whether the worker says that nothing comes after it
 * @param fence of the lease under which it was handed over
 */
record Chunk(
        String id,
        @Nullable String name,
        @Nullable String type,
        boolean isAppended,
        boolean isLast,
        long fence,
        List<Part> parts) {
    /** Where a message says so. */
    static final String FIELD = "artifact";

    private static final String FENCE = "fence";

    /** The payload of a message with a chunk in it, in which stands under which lease. */
    static ObjectNode mark(ObjectNode payload, long fence) {
        var said = payload.path(FIELD);
        var artifact = said.isTextual() ? Json.object().set("name", said) : said.deepCopy();
        if (!(artifact instanceof ObjectNode object)) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "artifact must be an object with an id or a name");
        }
        var _ = of(object, List.of());
        payload.set(FIELD, object.put(FENCE, fence));
        return payload;
    }

    static Optional<Chunk> of(Message message) {
        return message.payload().path(FIELD) instanceof ObjectNode object && object.has(FENCE)
                ? Optional.of(of(object, message.parts()))
                : Optional.empty();
    }

    private static Chunk of(ObjectNode artifact, List<Part> parts) {
        var in = Fields.of(artifact);
        var name = in.text("name");
        var own = in.text("id", "artifact_id");
        var id = own == null ? name : own;
        if (id == null || id.isBlank() || id.length() > Names.MAX_ID) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "artifact must have an id or a name of 1 to " + Names.MAX_ID + " characters");
        }
        return new Chunk(
                id,
                name,
                in.text("type"),
                Boolean.TRUE.equals(in.bool("append")),
                Boolean.TRUE.equals(in.bool("last", "last_chunk")),
                Objects.requireNonNullElse(in.integer(FENCE), 0L),
                parts);
    }

    /** About how much it takes to show it. */
    long size() {
        return parts.stream()
                .map(Part::content)
                .map(JsonNode::toString)
                .mapToLong(String::length)
                .sum();
    }
}
