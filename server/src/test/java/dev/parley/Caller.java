package dev.parley;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Somebody who speaks to a hub over HTTP with one token.
 *
 * @param session the durable session that it works in; empty for none
 */
public record Caller(String url, String token, String session) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public Caller(String url, String token) {
        this(url, token, "");
    }

    /** The same at work in a session. */
    public Caller in(String newSession) {
        return new Caller(url, token, newSession);
    }

    public Reply get(String path) {
        return send(request(path));
    }

    public Reply delete(String path) {
        return send(request(path).DELETE());
    }

    /** Sends JSON. */
    public Reply post(String path, String json, String... headers) {
        var request = request(path).header("Content-Type", "application/json");
        return send(with(headers, request).POST(BodyPublishers.ofString(json)));
    }

    public Reply put(String path, String json) {
        var request = request(path).header("Content-Type", "application/json");
        return send(request.PUT(BodyPublishers.ofString(json)));
    }

    /** Sends whatever it is, as whatever it is called. */
    public Reply post(String path, BodyPublisher body, String... headers) {
        return send(with(headers, request(path)).POST(body));
    }

    public CompletableFuture<Reply> later(String path) {
        return HTTP.sendAsync(request(path).build(), BodyHandlers.ofByteArray())
                .thenApply(Reply::of);
    }

    public CompletableFuture<Reply> postLater(String path, String json, String... headers) {
        var request = with(headers, request(path).header("Content-Type", "application/json"));
        return HTTP.sendAsync(
                        request.POST(BodyPublishers.ofString(json)).build(),
                        BodyHandlers.ofByteArray())
                .thenApply(Reply::of);
    }

    /** A run that it creates; its id. */
    public String run(String json) {
        return post("/api/runs", json).expect(201).text("run_id");
    }

    /** A message that it sends; its seq. */
    public long say(String run, String json) {
        return post("/api/runs/" + run + "/messages", json).expect(201).number("seq");
    }

    public HttpRequest.Builder request(String path) {
        var request =
                HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofSeconds(20));
        if (!session.isEmpty()) {
            request.header("X-Parley-Session", session);
        }
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private static HttpRequest.Builder with(String[] headers, HttpRequest.Builder request) {
        return headers.length == 0 ? request : request.headers(headers);
    }

    public Reply send(HttpRequest.Builder request) {
        try {
            return Reply.of(HTTP.send(request.build(), BodyHandlers.ofByteArray()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted");
        }
    }
}
