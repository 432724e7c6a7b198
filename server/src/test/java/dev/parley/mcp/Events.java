package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Messages that come as events, one by one. */
final class Events implements AutoCloseable {
    private final HttpClient http;
    private final BufferedReader lines;

    private Events(HttpClient http, BufferedReader lines) {
        this.http = http;
        this.lines = lines;
    }

    /** On a connection of its own, which closing it breaks. */
    static Events open(HttpRequest.Builder request) {
        var http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        try {
            var response = http.send(request.build(), BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
            var reader = new InputStreamReader(response.body(), StandardCharsets.UTF_8);
            return new Events(http, new BufferedReader(reader));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted");
        }
    }

    /** The next message; empty when there are no more. */
    Optional<ObjectNode> next() {
        try {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    return Optional.of(Json.parseObject(line.substring(6)));
                }
            }
            return Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    /** The next message, which must be this request or notification. */
    JsonNode expect(String method) {
        var message = next().orElseThrow();
        assertThat(message.path("method").asText()).as(message.toString()).isEqualTo(method);
        return message;
    }

    /** The next message, which must be the answer. */
    JsonNode result() {
        var message = next().orElseThrow();
        assertThat(message.has("result")).as(message.toString()).isTrue();
        return message.path("result");
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
