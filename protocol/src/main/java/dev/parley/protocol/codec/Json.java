package dev.parley.protocol.codec;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Bytes to JSON and back. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private Json() {}

    public static ObjectNode parseObject(byte[] bytes) {
        try {
            if (MAPPER.readTree(bytes) instanceof ObjectNode object) {
                return object;
            }
        } catch (IOException e) {
            throw new ParleyException(Problem.BAD_JSON, "the body is not well-formed JSON", e);
        }
        throw new ParleyException(Problem.BAD_JSON, "the body must be a JSON object");
    }

    public static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
