package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Wire;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Writes an object's fields in order, each value as the wire wants it. */
final class ObjectWriter {
    private final ObjectNode object = Json.object();

    /** Writes a field, or nothing where there is no value. Ids and addresses are their text. */
    ObjectWriter put(String name, @Nullable Object value) {
        switch (value) {
            case null -> {}
            case JsonNode node -> object.set(name, node);
            case Boolean flag -> object.put(name, flag);
            case Integer number -> object.put(name, number);
            case Long number -> object.set(name, number(number));
            case Instant time -> object.set(name, Times.epochSeconds(time));
            case Enum<?> word -> object.put(name, Wire.name(word));
            default -> object.put(name, value.toString());
        }
        return this;
    }

    /** Writes a field that is there even without a value. */
    ObjectWriter putOrNull(String name, @Nullable Object value) {
        return value == null ? put(name, object.nullNode()) : put(name, value);
    }

    ObjectNode object() {
        return object;
    }

    /** As reading would have it: the narrowest node that holds the number. */
    private JsonNode number(long value) {
        return (int) value == value ? object.numberNode((int) value) : object.numberNode(value);
    }
}
