package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Address;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object by type. A field is named in snake_case and may also come in
 * camelCase or under another name; null is the same as absent; what nobody asks for is ignored.
 */
public final class Fields {
    private static final Map<String, String> CAMEL = new ConcurrentHashMap<>();

    private final ObjectNode object;
    private final String path;

    private Fields(ObjectNode object, String path) {
        this.object = object;
        this.path = path;
    }

    public static Fields of(ObjectNode object) {
        return new Fields(object, "");
    }

    /** The field's value, whichever way it is spelled; several spellings must agree. */
    public @Nullable JsonNode find(String name, String... otherNames) {
        var spelled = spelled(null, name);
        for (var other : otherNames) {
            spelled = spelled(spelled, other);
        }
        return spelled == null ? null : object.get(spelled);
    }

    /** The spelling found so far, or else this name's; where both are there they must agree. */
    private @Nullable String spelled(@Nullable String found, String name) {
        return agreed(agreed(found, name), camel(name));
    }

    private @Nullable String agreed(@Nullable String found, String spelling) {
        var value = object.get(spelling);
        if (value == null || value.isNull()) {
            return found;
        }
        if (found != null && !value.equals(object.get(found))) {
            throw new ParleyException(
                    Problem.CONFLICTING_FIELDS,
                    path + found + " and " + path + spelling + " disagree");
        }
        return found == null ? spelling : found;
    }

    public @Nullable String text(String name, String... otherNames) {
        var node = find(name, otherNames);
        if (node == null || node.isTextual()) {
            return node == null ? null : node.textValue();
        }
        throw wrong(name, "a string", node);
    }

    /** A text that must be there and must say something. */
    public String requiredText(String name, String... otherNames) {
        var text = require(text(name, otherNames), name);
        if (text.isBlank()) {
            throw new ParleyException(Problem.BAD_VALUE, path + name + " must not be blank");
        }
        return text;
    }

    public @Nullable Boolean bool(String name, String... otherNames) {
        var node = find(name, otherNames);
        if (node == null || node.isBoolean()) {
            return node == null ? null : node.booleanValue();
        }
        throw wrong(name, "true or false", node);
    }

    public @Nullable Long integer(String name, String... otherNames) {
        var node = find(name, otherNames);
        if (node == null || (node.isIntegralNumber() && node.canConvertToLong())) {
            return node == null ? null : node.longValue();
        }
        throw wrong(name, "an integer", node);
    }

    public @Nullable ObjectNode object(String name, String... otherNames) {
        var node = find(name, otherNames);
        if (node == null || node instanceof ObjectNode) {
            return (ObjectNode) node;
        }
        throw wrong(name, "an object", node);
    }

    /** The fields of an object within this one; problems name both. */
    public @Nullable Fields fields(String name, String... otherNames) {
        var inner = object(name, otherNames);
        return inner == null ? null : new Fields(inner, path + name + ".");
    }

    public @Nullable ArrayNode array(String name, String... otherNames) {
        var node = find(name, otherNames);
        if (node == null || node instanceof ArrayNode) {
            return (ArrayNode) node;
        }
        throw wrong(name, "an array", node);
    }

    /** A time in epoch seconds. */
    public @Nullable Instant epochSeconds(String name, String... otherNames) {
        var node = find(name, otherNames);
        if (node == null || node.isNumber()) {
            return node == null ? null : Times.fromEpochSeconds(path + name, node);
        }
        throw wrong(name, "a number of epoch seconds", node);
    }

    /** A time as ISO 8601 writes it, with its offset from UTC. */
    public @Nullable Instant isoTime(String name, String... otherNames) {
        var text = text(name, otherNames);
        return text == null ? null : Times.fromIso(path + name, text);
    }

    public <E extends Enum<E>> @Nullable E oneOf(Class<E> type, String name, String... otherNames) {
        var text = text(name, otherNames);
        return text == null ? null : Wire.read(type, path + name, text);
    }

    /** An id of the given type, such as {@code MessageId::new}. */
    public <T> @Nullable T id(Function<String, T> type, String name, String... otherNames) {
        var text = text(name, otherNames);
        if (text == null) {
            return null;
        }
        Names.requireId(path + name, text);
        return type.apply(text);
    }

    /** An id that must be there. */
    public <T> T requiredId(Function<String, T> type, String name, String... otherNames) {
        return require(id(type, name, otherNames), name);
    }

    public @Nullable Address address(String name, String... otherNames) {
        var text = text(name, otherNames);
        if (text == null) {
            return null;
        }
        try {
            return new Address(text);
        } catch (ParleyException e) {
            throw new ParleyException(e.problem(), path + name + ": " + e.detail(), e);
        }
    }

    /** The value of a field that must be there. */
    public <T> T require(@Nullable T value, String name) {
        if (value == null) {
            throw new ParleyException(Problem.BAD_VALUE, path + name + " is required");
        }
        return value;
    }

    ParleyException wrong(String name, String expected, JsonNode node) {
        return new ParleyException(
                Problem.BAD_VALUE, path + name + " must be " + expected + ", was " + typeOf(node));
    }

    /** What a value is, in words. */
    static String typeOf(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> "an object";
            case ARRAY -> "an array";
            case STRING -> "a string";
            case NUMBER -> "a number";
            case BOOLEAN -> "a boolean";
            case NULL -> "null";
            case BINARY, MISSING, POJO -> "something else";
        };
    }

    /** Fields are asked for by constants, so few names are ever kept. */
    private static String camel(String name) {
        return CAMEL.computeIfAbsent(name, Fields::toCamel);
    }

    private static String toCamel(String name) {
        var words = name.split("_", -1);
        return words[0]
                + Arrays.stream(words)
                        .skip(1)
                        .filter(word -> !word.isEmpty())
                        .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
                        .collect(Collectors.joining());
    }
}
