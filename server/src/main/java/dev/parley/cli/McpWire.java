package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.codec.EventLines;
import dev.parley.protocol.codec.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The hub's MCP endpoint over HTTP, with the session that the elder era has. */
final class McpWire implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration FAREWELL = Duration.ofSeconds(2);
    private static final String SESSION = "Mcp-Session-Id";
    private static final String UNANSWERED =
            "the hub ended the answer before it was complete; look what became of it";

    private final Supplier<HubAddress> hub;
    private final Consumer<JsonNode> sink;
    private final HttpClient http = HttpClient.newBuilder().connectTimeout(CONNECT).build();
    private final McpHandshake handshake = new McpHandshake();
    private volatile @Nullable Held session;

    /** A session, and the version that was agreed on in it. */
    private record Held(String id, String version) {
        void on(HttpRequest.Builder request) {
            request.header(SESSION, id).header(McpRequest.VERSION_HEADER, version);
        }
    }

    /** Whatever the hub says goes to the sink. */
    McpWire(Supplier<HubAddress> hub, Consumer<JsonNode> sink) {
        this.hub = hub;
        this.sink = sink;
    }

    boolean hasSession() {
        return session != null;
    }

    /** Sends a message and hands on all that is answered; why that is no response is returned. */
    Optional<String> send(JsonNode message) throws IOException, InterruptedException {
        var used = McpRequest.isStateless(message) ? null : session;
        var answer = post(message, used);
        if (used != null && isGone(answer)) {
            answer.body().close();
            renew(used);
            answer = post(message, session);
        }
        return handOn(message, answer);
    }

    private HttpResponse<InputStream> post(JsonNode message, @Nullable Held in)
            throws IOException, InterruptedException {
        var address = hub.get();
        var request = McpRequest.to(endpoint(address), bearer(address), message);
        if (in != null) {
            in.on(request);
        }
        return http.send(request.build(), BodyHandlers.ofInputStream());
    }

    /** A hub that was restarted knows none of the sessions before. */
    private static boolean isGone(HttpResponse<?> answer) {
        return answer.statusCode() == HttpURLConnection.HTTP_NOT_FOUND;
    }

    /** Begins another session in place of one that is gone, unless somebody else has by now. */
    private synchronized void renew(Held gone) throws IOException, InterruptedException {
        if (!gone.equals(session)) {
            return;
        }
        Held fresh = null;
        for (var message : handshake.messages()) {
            var answer = post(message, fresh);
            try (var body = answer.body()) {
                var text = new String(body.readAllBytes(), StandardCharsets.UTF_8);
                if (fresh == null) {
                    fresh = begun(answer, text).orElse(null);
                }
            }
            if (fresh == null) {
                return;
            }
        }
        // What has changed between the two sessions was told in neither.
        handshake.missed().forEach(sink);
        session = fresh;
    }

    private static Optional<Held> begun(HttpResponse<?> answer, String text) {
        return answer.headers()
                .firstValue(SESSION)
                .map(id -> new Held(id, agreed(Json.parse(text))));
    }

    private static String agreed(JsonNode answer) {
        return answer.path("result").path("protocolVersion").asText();
    }

    private Optional<String> handOn(JsonNode message, HttpResponse<InputStream> answer)
            throws IOException {
        try (var body = answer.body()) {
            if (isEvents(answer)) {
                return isAnswered(message, answer, body)
                        ? Optional.empty()
                        : Optional.of(UNANSWERED);
            }
            var text = new String(body.readAllBytes(), StandardCharsets.UTF_8).strip();
            if (text.isEmpty() && answer.statusCode() == HttpURLConnection.HTTP_ACCEPTED) {
                handshake.note(message);
            }
            if (!text.startsWith("{")) {
                return Optional.of("HTTP " + answer.statusCode() + " " + text);
            }
            var json = Json.parse(text);
            if (!json.has("jsonrpc")) {
                return Optional.of(json.path("detail").asText("HTTP " + answer.statusCode()));
            }
            learn(message, answer, json);
            return Optional.empty();
        }
    }

    /** Hands on what comes before the response and the response, if that comes at all. */
    private boolean isAnswered(JsonNode message, HttpResponse<InputStream> answer, InputStream body)
            throws IOException {
        var isAnswered = new AtomicBoolean();
        try {
            events(
                    body,
                    json -> {
                        isAnswered.compareAndSet(false, isResponse(message, json));
                        learn(message, answer, json);
                    });
        } catch (IOException e) {
            if (!isAnswered.get()) {
                throw e;
            }
        }
        return isAnswered.get();
    }

    private static boolean isResponse(JsonNode message, JsonNode json) {
        return !json.has("method") && json.path("id").equals(message.path("id"));
    }

    /**
     * Hands on what the hub says by itself, for as long as its stream lasts.
     *
     * @return whether there was one
     */
    boolean listen() throws IOException, InterruptedException {
        var used = session;
        if (used == null) {
            return false;
        }
        var request = request(hub.get(), used).header("Accept", "text/event-stream").GET();
        var answer = http.send(request.build(), BodyHandlers.ofInputStream());
        try (var body = answer.body()) {
            if (isGone(answer)) {
                renew(used);
            } else if (answer.statusCode() == HttpURLConnection.HTTP_OK) {
                events(body, sink);
                return true;
            }
            return false;
        }
    }

    private static HttpRequest.Builder request(HubAddress address, Held in) {
        var request =
                HttpRequest.newBuilder(endpoint(address)).header("Authorization", bearer(address));
        in.on(request);
        return request;
    }

    private void learn(JsonNode message, HttpResponse<?> answer, JsonNode json) {
        if (json.has("result") && !McpRequest.isStateless(message)) {
            if (message.path("method").asText().equals("initialize")) {
                answer.headers()
                        .firstValue(SESSION)
                        .ifPresent(id -> session = new Held(id, agreed(json)));
            }
            handshake.note(message);
        }
        sink.accept(json);
    }

    private static boolean isEvents(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("Content-Type")
                .filter(type -> type.startsWith("text/event-stream"))
                .isPresent();
    }

    /** Every event's data is a message of its own. */
    private static void events(InputStream body, Consumer<JsonNode> each) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        var events = new EventLines();
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            events.take(line)
                    .map(EventLines.Event::data)
                    .filter(data -> !data.isBlank())
                    .ifPresent(data -> each.accept(Json.parse(data)));
        }
    }

    private static URI endpoint(HubAddress address) {
        return address.url().resolve("/mcp");
    }

    private static String bearer(HubAddress address) {
        return "Bearer " + address.token();
    }

    /** Says goodbye, so that the hub need not wait for the session to grow old. */
    @Override
    public void close() {
        var held = session;
        if (held != null) {
            try {
                var bye = request(hub.get(), held).timeout(FAREWELL).DELETE().build();
                http.send(bye, BodyHandlers.discarding());
            } catch (IOException | RuntimeException e) {
                // It forgets the session by itself.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        http.shutdownNow();
        http.close();
    }
}
