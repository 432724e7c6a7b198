package dev.parley.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Optional;

/**
 * One piece of a message's content.
 *
 * @param type {@code text}, {@code data}, {@code file}, {@code url}, {@code raw}, or a word of the
 *     sender's own
 * @param content what the type holds; a null node where the part has none
 * @param extras whatever else the sender wrote beside it, such as {@code filename}
 */
public record Part(String type, JsonNode content, ObjectNode extras) {
    public static final String TEXT = "text";

    public Part {
        if (type.isBlank() || type.length() > Names.MAX_ID) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a part's type must be 1 to " + Names.MAX_ID + " characters");
        }
        if (type.equals(TEXT) && !content.isTextual()) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "the content of a text part must be a string");
        }
    }

    public Part(String type, JsonNode content) {
        this(type, content, JsonNodeFactory.instance.objectNode());
    }

    public static Part ofText(String text) {
        return new Part(TEXT, TextNode.valueOf(text));
    }

    /** A part that holds only what stands in its extras. */
    public static Part ofExtras(String type, ObjectNode extras) {
        return new Part(type, NullNode.instance, extras);
    }

    /** The words of a text part; empty for every other type. */
    public Optional<String> text() {
        return type.equals(TEXT) ? Optional.of(content.textValue()) : Optional.empty();
    }
}
