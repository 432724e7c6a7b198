package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.Reply;
import dev.parley.protocol.codec.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;

/** What a hub tells in an answer that stays open, message by message. */
final class Told implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final BufferedReader lines;

    private Told(HttpRequest.Builder request) {
        try {
            var response = HTTP.send(request.build(), BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).contains("text/event-stream"));
            this.lines =
                    new BufferedReader(
                            new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted");
        }
    }

    /** The events that answer a request. */
    static Told answering(Mcp mcp, String method, ObjectNode params) {
        var all = mcp.complete(params);
        var body = Json.write(Mcp.message(Tools.nextId(), method, all));
        return new Told(
                mcp.caller()
                        .request("/mcp")
                        .header("Content-Type", "application/json")
                        .headers(mcp.headers(method, all))
                        .POST(BodyPublishers.ofString(body)));
    }

    /** What a session is told beside its requests. */
    static Told beside(Mcp mcp) {
        return new Told(mcp.caller().request("/mcp").headers(mcp.headers("", Json.object())));
    }

    ObjectNode next() {
        try {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    return Json.parseTrusted(line.substring("data: ".length()));
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        throw new AssertionError("the stream has ended");
    }

    /** The message of an answer as JSON, or its last event. */
    static ObjectNode last(Reply reply) {
        if (!reply.header("Content-Type").contains("event-stream")) {
            return reply.json();
        }
        return reply.text()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .reduce((_, last) -> last)
                .map(line -> Json.parseTrusted(line.substring("data: ".length())))
                .orElseThrow();
    }

    @Override
    public void close() {
        try {
            lines.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
