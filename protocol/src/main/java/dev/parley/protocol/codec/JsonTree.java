package dev.parley.protocol.codec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;

/** Builds a tree from one JSON text: numbers as written, no key twice, no deeper than allowed. */
final class JsonTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonParser parser;
    private final int maxDepth;

    JsonTree(JsonParser parser, int maxDepth) {
        this.parser = parser;
        this.maxDepth = maxDepth;
    }

    JsonNode document() throws IOException {
        var first = parser.nextToken();
        if (first == null) {
            throw new ParleyException(Problem.BAD_JSON, "the JSON is empty");
        }
        var node = value(first, 1);
        if (parser.nextToken() != null) {
            throw refused("something follows the JSON");
        }
        return node;
    }

    private JsonNode value(JsonToken token, int depth) throws IOException {
        return switch (token) {
            case START_OBJECT -> object(depth);
            case START_ARRAY -> array(depth);
            case VALUE_STRING -> NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT -> integer(parser.getText());
            case VALUE_NUMBER_FLOAT -> new ExactNumber(parser.getText());
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            case VALUE_NULL -> NODES.nullNode();
            case END_OBJECT, END_ARRAY, FIELD_NAME, NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
                    throw refused("not well-formed JSON");
        };
    }

    private JsonNode object(int depth) throws IOException {
        requireDepth(depth);
        var object = NODES.objectNode();
        for (var name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
            if (object.has(name)) {
                throw refused("the key " + Names.quote(name) + " appears twice");
            }
            if (Surrogates.hasLone(name)) {
                throw refused("a key holds half a surrogate pair");
            }
            object.set(name, value(parser.nextToken(), depth + 1));
        }
        return object;
    }

    private JsonNode array(int depth) throws IOException {
        requireDepth(depth);
        var array = NODES.arrayNode();
        for (var token = parser.nextToken();
                token != JsonToken.END_ARRAY;
                token = parser.nextToken()) {
            array.add(value(token, depth + 1));
        }
        return array;
    }

    private static JsonNode integer(String text) {
        if (text.length() > 18 || text.equals("-0")) {
            return new ExactNumber(text);
        }
        long value = Long.parseLong(text);
        return (int) value == value ? NODES.numberNode((int) value) : NODES.numberNode(value);
    }

    private void requireDepth(int depth) {
        if (depth > maxDepth) {
            throw new ParleyException(
                    Problem.JSON_DEPTH, "JSON may be nested at most " + maxDepth + " levels deep");
        }
    }

    private ParleyException refused(String what) {
        return new ParleyException(
                Problem.BAD_JSON, what + Json.place(parser.currentTokenLocation()));
    }
}
