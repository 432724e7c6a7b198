package dev.parley.e2e.hub;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** What a hub answered to one request, sent once. */
public record Reply(int status, ObjectNode json) {
    private static final Duration ANSWER = Duration.ofMinutes(1);
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** The slug of the problem; empty when there was none. */
    public String code() {
        return json.path("code").asText("");
    }

    public String text(String field) {
        return json.path(field).asText("");
    }

    static Reply to(URI hub, String path, String token) {
        return send(request(hub, path, token).GET());
    }

    static Reply to(URI hub, String path, String token, ObjectNode body) {
        return send(
                request(hub, path, token)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(Json.bytes(body))));
    }

    private static HttpRequest.Builder request(URI hub, String path, String token) {
        var request = HttpRequest.newBuilder(hub.resolve(path)).timeout(ANSWER);
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private static Reply send(HttpRequest.Builder request) {
        try {
            var response = HTTP.send(request.build(), BodyHandlers.ofByteArray());
            var body = response.body();
            return new Reply(
                    response.statusCode(),
                    body.length == 0 ? Json.object() : Json.parseTrusted(body));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for an answer", e);
        }
    }
}
