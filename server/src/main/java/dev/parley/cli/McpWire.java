package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.codec.EventLines;
import dev.parley.protocol.codec.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
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
    private volatile @Nullable String session;
    private volatile @Nullable String version;

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
        var address = hub.get();
        var request = McpRequest.to(endpoint(address), bearer(address), message);
        if (!McpRequest.isStateless(message)) {
            inSession(request);
        }
        var answer = http.send(request.build(), BodyHandlers.ofInputStream());
        answer.headers().firstValue(SESSION).ifPresent(id -> session = id);
        try (var body = answer.body()) {
            if (isEvents(answer)) {
                return isAnswered(message, body) ? Optional.empty() : Optional.of(UNANSWERED);
            }
            var text = new String(body.readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!text.startsWith("{")) {
                return Optional.of("HTTP " + answer.statusCode() + " " + text);
            }
            var json = Json.parse(text);
            if (!json.has("jsonrpc")) {
                return Optional.of(json.path("detail").asText("HTTP " + answer.statusCode()));
            }
            learn(message, json);
            return Optional.empty();
        }
    }

    /** Hands on what comes before the response and the response, if that comes at all. */
    private boolean isAnswered(JsonNode message, InputStream body) throws IOException {
        var isAnswered = new AtomicBoolean();
        try {
            events(
                    body,
                    json -> {
                        isAnswered.compareAndSet(false, isResponse(message, json));
                        learn(message, json);
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

    /** Hands on what the hub says by itself, for as long as its stream lasts. */
    void listen() throws IOException, InterruptedException {
        var address = hub.get();
        var request = request(address).header("Accept", "text/event-stream").GET().build();
        var answer = http.send(request, BodyHandlers.ofInputStream());
        try (var body = answer.body()) {
            if (answer.statusCode() == 200) {
                events(body, sink);
            }
        }
    }

    private HttpRequest.Builder request(HubAddress address) {
        var request =
                HttpRequest.newBuilder(endpoint(address)).header("Authorization", bearer(address));
        inSession(request);
        return request;
    }

    private void inSession(HttpRequest.Builder request) {
        var id = session;
        if (id != null) {
            request.header(SESSION, id);
        }
        var agreed = version;
        if (agreed != null) {
            request.header(McpRequest.VERSION_HEADER, agreed);
        }
    }

    private void learn(JsonNode message, JsonNode answer) {
        if (message.path("method").asText().equals("initialize") && answer.has("result")) {
            version = answer.path("result").path("protocolVersion").textValue();
        }
        sink.accept(answer);
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
        if (hasSession()) {
            try {
                var bye = request(hub.get()).timeout(FAREWELL).DELETE().build();
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
