package dev.parley.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Part;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Parts;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that a worker makes, put together from the chunks that it has handed over so far.
 *
 * @param type what it consists of: {@code text}, {@code data}, {@code file}, {@code url}
 * @param isWhole whether the worker has said that it is
 */
public record Artifact(
        String id, @Nullable String name, String type, List<Part> parts, boolean isWhole) {
    static Artifact of(@Nullable Artifact before, Chunk chunk) {
        var parts = new ArrayList<Part>();
        if (before != null && chunk.isAppended()) {
            parts.addAll(before.parts);
        }
        chunk.parts().forEach(part -> add(parts, part));
        var name = chunk.name();
        return new Artifact(
                chunk.id(),
                name == null && before != null ? before.name : name,
                Objects.requireNonNullElseGet(
                        chunk.type(), () -> parts.isEmpty() ? Part.TEXT : parts.getFirst().type()),
                List.copyOf(parts),
                chunk.isLast());
    }

    /** Text goes on where text has ended. */
    private static void add(List<Part> parts, Part part) {
        var last = parts.isEmpty() ? null : parts.getLast();
        if (last != null && isPlain(last) && isPlain(part)) {
            parts.set(
                    parts.size() - 1,
                    Part.ofText(last.text().orElseThrow() + part.text().orElseThrow()));
        } else {
            parts.add(part);
        }
    }

    private static boolean isPlain(Part part) {
        return part.text().isPresent() && part.extras().isEmpty();
    }

    public ObjectNode json() {
        var body = Json.object().put("id", id);
        TaskJson.text(body, "name", name);
        body.put("type", type).put("whole", isWhole);
        body.set("parts", Parts.write(parts));
        return body;
    }
}
