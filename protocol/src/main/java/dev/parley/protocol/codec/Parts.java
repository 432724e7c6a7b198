package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Part;
import dev.parley.protocol.Problem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a message, written as {@code {"type", "content"}} and whatever else they hold.
 *
 * <p>Also read is A2A's way of naming the content after its type, with {@code kind}, {@code type}
 * or nothing in front: {@code {"kind": "text", "text": "hi"}}, {@code {"data": {}}}, {@code {"url":
 * "…", "filename": "…"}}.
 */
public final class Parts {
    private static final List<String> MEMBERS = List.of("text", "data", "file", "url", "raw");

    private Parts() {}

    public static ArrayNode write(List<Part> parts) {
        var array = Json.array();
        parts.forEach(part -> array.add(write(part)));
        return array;
    }

    static ObjectNode write(Part part) {
        var object = Json.object().put("type", part.type());
        if (!part.content().isNull()) {
            object.set("content", part.content());
        }
        object.setAll(part.extras());
        return object;
    }

    public static List<Part> read(@Nullable ArrayNode array) {
        if (array == null) {
            return List.of();
        }
        var parts = new ArrayList<Part>(array.size());
        for (var element : array) {
            if (!(element instanceof ObjectNode object)) {
                throw refused("a part must be an object, was " + Fields.typeOf(element));
            }
            parts.add(read(object));
        }
        return parts;
    }

    private static Part read(ObjectNode object) {
        var fields = Fields.of(object);
        var type = fields.text("type", "kind");
        if (type == null) {
            type = onlyMember(object);
        }
        boolean isNamedAfterType = MEMBERS.contains(type);
        var content = isNamedAfterType ? fields.find("content", type) : fields.find("content");
        var extras = object.deepCopy();
        extras.remove(List.of("type", "kind", "content"));
        if (isNamedAfterType) {
            extras.remove(type);
        }
        return content == null ? Part.ofExtras(type, extras) : new Part(type, content, extras);
    }

    private static String onlyMember(ObjectNode object) {
        var members = MEMBERS.stream().filter(object::hasNonNull).toList();
        if (members.size() != 1) {
            throw refused("a part needs a type, or exactly one of " + String.join(", ", MEMBERS));
        }
        return members.getFirst();
    }

    private static ParleyException refused(String why) {
        return new ParleyException(Problem.BAD_VALUE, why);
    }
}
