package dev.parley.protocol.codec;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** How Parley reads and writes JSON; the only place that configures the library. */
public final class Json {
    /** How deep a sender may nest objects and arrays. */
    public static final int MAX_DEPTH = 64;

    /** How deep what Parley itself wrote may be: a draft of full depth, wrapped in lists. */
    public static final int TRUSTED_DEPTH = 2 * MAX_DEPTH;

    /** How many characters a number may have. */
    public static final int MAX_NUMBER = 1_000;

    /** What a lenient decoder puts in place of bytes that it cannot read. */
    private static final char REPLACEMENT = '\uFFFD';

    static final JsonMapper MAPPER = new JsonMapper(factory());

    private Json() {}

    /** Reads a sender's JSON, which must be UTF-8. */
    public static JsonNode parse(byte[] json) {
        return parse(json, MAX_DEPTH);
    }

    public static JsonNode parse(String json) {
        return parse(json, MAX_DEPTH);
    }

    public static ObjectNode parseObject(byte[] json) {
        return requireObject(parse(json));
    }

    public static ObjectNode parseObject(String json) {
        return requireObject(parse(json));
    }

    /** Reads what Parley wrote: a stored message, or the hub's answer to a client. */
    public static ObjectNode parseTrusted(byte[] json) {
        return requireObject(parse(json, TRUSTED_DEPTH));
    }

    public static ObjectNode parseTrusted(String json) {
        return requireObject(parse(json, TRUSTED_DEPTH));
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** JSON that {@link #write} has made, to be written again as it is; nobody can look into it. */
    public static JsonNode written(String json) {
        return JsonNodeFactory.instance.rawValueNode(new RawValue(json));
    }

    /** Compact JSON; half a surrogate pair is written as its escape, so any charset can hold it. */
    public static String write(JsonNode node) {
        return new String(bytes(node), StandardCharsets.UTF_8);
    }

    /** The same in UTF-8. */
    public static byte[] bytes(JsonNode node) {
        try {
            return MAPPER.writeValueAsBytes(node);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String place(@Nullable JsonLocation at) {
        return at == null ? "" : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
    }

    private static JsonNode parse(byte[] json, int maxDepth) {
        return parse(text(json), maxDepth);
    }

    /** A replacement may stand for what is no UTF-8; most texts have none, and are read faster. */
    private static String text(byte[] utf8) {
        var text = new String(utf8, StandardCharsets.UTF_8);
        return text.indexOf(REPLACEMENT) < 0 ? text : decoded(utf8);
    }

    private static String decoded(byte[] utf8) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
        } catch (CharacterCodingException e) {
            throw new ParleyException(Problem.BAD_JSON, "the JSON is not valid UTF-8", e);
        }
    }

    private static JsonNode parse(String json, int maxDepth) {
        var text = json.startsWith("\uFEFF") ? json.substring(1) : json;
        try (var parser = MAPPER.createParser(text)) {
            return new JsonTree(parser, maxDepth).document();
        } catch (StreamConstraintsException e) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "a number, key or string in the JSON is too long", e);
        } catch (JsonEOFException e) {
            throw new ParleyException(Problem.BAD_JSON, "the JSON ends too early", e);
        } catch (JsonProcessingException e) {
            throw new ParleyException(
                    Problem.BAD_JSON, "not well-formed JSON" + place(e.getLocation()), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ObjectNode requireObject(JsonNode node) {
        if (node instanceof ObjectNode object) {
            return object;
        }
        throw new ParleyException(
                Problem.BAD_VALUE, "the JSON must be an object, was " + Fields.typeOf(node));
    }

    /**
     * Keys come from strangers, so they are neither interned nor kept in a shared table. Buffers
     * are shared: one for each thread would be a new one for each request.
     */
    private static JsonFactory factory() {
        return JsonFactory.builder()
                .recyclerPool(JsonRecyclerPools.newConcurrentDequePool())
                .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
                .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                .streamReadConstraints(
                        StreamReadConstraints.builder()
                                .maxNestingDepth(TRUSTED_DEPTH + 1)
                                .maxNumberLength(MAX_NUMBER)
                                .build())
                .build();
    }
}
