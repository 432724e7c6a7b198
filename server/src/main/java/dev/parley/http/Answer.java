package dev.parley.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.websocket.api.Session;

/** What goes back to the client: a status, headers and a body. */
public final class Answer {
    private static final HttpField JSON =
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, MediaType.JSON);
    private static final HttpField PROBLEM =
            new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/problem+json");

    private final int status;
    private final List<HttpField> headers;
    private final Content content;

    private Answer(int status, List<HttpField> headers, Content content) {
        this.status = status;
        this.headers = headers;
        this.content = content;
    }

    public static Answer ok(JsonNode body) {
        return json(200, body);
    }

    public static Answer created(JsonNode body) {
        return json(201, body);
    }

    /** What was made; for a repetition of that, what was there, with a word that it was. */
    public static Answer createdOnce(ObjectNode body, boolean isDuplicate) {
        return isDuplicate ? ok(body.put("duplicate", true)) : created(body);
    }

    public static Answer noContent() {
        return new Answer(204, List.of(), new Whole(ByteBuffer.allocate(0)));
    }

    /** Taken, and nothing to say to it. */
    public static Answer accepted() {
        return new Answer(202, List.of(), new Whole(ByteBuffer.allocate(0)));
    }

    public static Answer json(int status, JsonNode body) {
        return new Answer(status, List.of(JSON), whole(body));
    }

    static Answer problem(int status, JsonNode body) {
        return new Answer(status, List.of(PROBLEM), whole(body));
    }

    /** A body that is at hand: a page, a text. */
    public static Answer bytes(String contentType, byte[] body) {
        return new Answer(200, List.of(type(contentType)), new Whole(ByteBuffer.wrap(body)));
    }

    /** A body that is written while it is sent, of a length that nobody knows yet. */
    public static Answer stream(String contentType, StreamWriter writer) {
        return new Answer(200, List.of(type(contentType)), new Streamed(-1, writer));
    }

    /** A body that is written while it is sent; the writer must write exactly this many bytes. */
    public static Answer stream(String contentType, long length, StreamWriter writer) {
        return new Answer(
                200,
                List.of(
                        type(contentType),
                        new HttpField.LongValueHttpField(HttpHeader.CONTENT_LENGTH, length)),
                new Streamed(length, writer));
    }

    /**
     * A body that goes on for as long as the client listens. It has no place among the open
     * requests: whoever writes it bounds how many there are.
     */
    public static Answer live(String contentType, LiveWriter writer) {
        return new Answer(200, List.of(type(contentType)), new Live(writer));
    }

    /** The connection becomes a WebSocket, which has no place among the open requests either. */
    public static Answer upgrade(Session.Listener socket) {
        return new Answer(101, List.of(), new Upgraded(socket));
    }

    /** The same with this header, instead of any of that name. */
    public Answer with(String name, String value) {
        var more = new ArrayList<HttpField>(headers.size() + 1);
        headers.stream().filter(field -> !field.is(name)).forEach(more::add);
        more.add(new HttpField(name, value));
        return new Answer(status, List.copyOf(more), content);
    }

    /** The same with another status, such as 206. */
    public Answer withStatus(int status) {
        return new Answer(status, headers, content);
    }

    public int status() {
        return status;
    }

    /** The body's text, when all of it is at hand. */
    public Optional<String> text() {
        return content instanceof Whole(var bytes)
                ? Optional.of(StandardCharsets.UTF_8.decode(bytes.duplicate()).toString())
                : Optional.empty();
    }

    /** Whether nobody knows when it will end. */
    boolean isUnbounded() {
        return content instanceof Live || content instanceof Upgraded;
    }

    List<HttpField> headers() {
        return headers;
    }

    Content content() {
        return content;
    }

    /** With a line's end, for whoever reads it in a terminal. */
    private static Whole whole(JsonNode body) {
        var json = Json.bytes(body);
        var line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return new Whole(ByteBuffer.wrap(line));
    }

    private static HttpField type(String contentType) {
        return new HttpField(HttpHeader.CONTENT_TYPE, contentType);
    }

    /** What an answer carries. */
    sealed interface Content {}

    /** Everything is at hand. */
    record Whole(ByteBuffer bytes) implements Content {}

    /** It is written while it is sent; a negative length is an unknown one. */
    record Streamed(long length, StreamWriter writer) implements Content {}

    /** It is written while it is sent and may never end. */
    record Live(LiveWriter writer) implements Content {}

    /** Frames of a WebSocket take its place. */
    record Upgraded(Session.Listener socket) implements Content {}
}
