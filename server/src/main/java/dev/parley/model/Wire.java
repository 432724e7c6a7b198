package dev.parley.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpRequest;
import dev.langchain4j.http.client.SuccessfulHttpResponse;
import dev.langchain4j.http.client.sse.ServerSentEventListener;
import dev.langchain4j.http.client.sse.ServerSentEventParser;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Speaks HTTP to a provider on the calling thread, so that whoever interrupts that hangs up at
 * once, and reads no more than is wanted.
 */
final class Wire implements HttpClient, HttpClientBuilder {
    private static final int MAX_REFUSAL = 8 << 10;

    /** So much blank space may stand before an answer. */
    private static final int MAX_BLANK = 64;

    private final java.net.http.HttpClient http;
    private final long limit;
    private final Hearing hearing;
    private final boolean isEvents;

    /**
     * A wire for one call.
     *
     * @param limit the longest answer in bytes
     * @param isEvents whether the provider sends events, rather than lines of JSON
     * @param hearing is told how far the request has come
     */
    Wire(java.net.http.HttpClient http, long limit, boolean isEvents, Hearing hearing) {
        this.http = http;
        this.limit = limit;
        this.isEvents = isEvents;
        this.hearing = hearing;
    }

    @Override
    public SuccessfulHttpResponse execute(HttpRequest request) {
        throw new UnsupportedOperationException("every answer is streamed");
    }

    @Override
    public void execute(
            HttpRequest request, ServerSentEventParser parser, ServerSentEventListener listener) {
        try {
            var response = http.send(built(request), BodyHandlers.ofInputStream());
            try (var body = response.body()) {
                if (response.statusCode() / 100 != 2) {
                    hearing.refused();
                    throw refusal(response, body);
                }
                var answer = new BufferedInputStream(new Measured(body, limit));
                if (isEvents && isOnePiece(answer)) {
                    throw inOnePiece(response, answer);
                }
                listener.onOpen(
                        SuccessfulHttpResponse.builder()
                                .statusCode(response.statusCode())
                                .headers(response.headers().map())
                                .build());
                parser.parse(answer, listener);
                listener.onClose();
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted"));
        }
    }

    private java.net.http.HttpRequest built(HttpRequest request) {
        var built =
                java.net.http.HttpRequest.newBuilder(URI.create(request.url()))
                        .method(request.method().name(), body(request));
        request.headers()
                .forEach((name, values) -> values.forEach(value -> built.header(name, value)));
        return built.build();
    }

    /** It is asked for when there is somebody to send it to. */
    private BodyPublisher body(HttpRequest request) {
        var body = BodyPublishers.ofString(request.body());
        return BodyPublishers.fromPublisher(
                reader -> {
                    hearing.sent();
                    body.subscribe(reader);
                },
                body.contentLength());
    }

    private static boolean isOnePiece(InputStream answer) throws IOException {
        answer.mark(MAX_BLANK);
        int first = ' ';
        for (int i = 0; i < MAX_BLANK && Character.isWhitespace(first); i++) {
            first = answer.read();
        }
        answer.reset();
        return first == '{';
    }

    /** Some say with it what is wrong; others know no streams. */
    private static Refusal inOnePiece(HttpResponse<?> response, InputStream body)
            throws IOException {
        var text = new String(body.readNBytes(MAX_REFUSAL), UTF_8);
        var said = words(text);
        return new Refusal(
                response.statusCode(),
                Optional.empty(),
                said.equals(text)
                        ? "one piece of JSON, though it was asked to stream; Parley needs a server"
                                + " that heeds \"stream\": true"
                        : OneLine.summary(said));
    }

    private static Refusal refusal(HttpResponse<?> response, InputStream body) throws IOException {
        var text = new String(body.readNBytes(MAX_REFUSAL), UTF_8);
        return new Refusal(response.statusCode(), patience(response), OneLine.summary(words(text)));
    }

    /** The date that may stand there instead of seconds is not worth a parser. */
    private static Optional<Duration> patience(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(text -> text.matches("\\d{1,6}"))
                .map(Long::parseLong)
                .map(Duration::ofSeconds);
    }

    /** Providers say what is wrong in one of these places. */
    private static String words(String text) {
        try {
            var json = Json.parse(text);
            return Stream.of("/error/message", "/error", "/message")
                    .map(json::at)
                    .filter(JsonNode::isTextual)
                    .map(JsonNode::textValue)
                    .findFirst()
                    .orElse(text);
        } catch (ParleyException _) {
            return text;
        }
    }

    @Override
    public HttpClient build() {
        return this;
    }

    @Override
    public Duration connectTimeout() {
        return Models.CONNECT;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
        return this;
    }

    /** How long an answer may take is the turn's business. */
    @Override
    public Duration readTimeout() {
        return Duration.ofDays(1);
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
        return this;
    }
}
