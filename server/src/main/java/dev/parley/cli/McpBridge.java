package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries lines of JSON-RPC to the hub's MCP endpoint, and what comes back to the lines' writer:
 * every request on a virtual thread of its own, so that a slow tool holds up nothing.
 */
final class McpBridge implements AutoCloseable {
    /** How long answers are waited for after the last line; longer than any tool may wait. */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(60);

    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration LATER = Duration.ofSeconds(5);

    private static final int NOT_JSON = -32_700;
    private static final int UNREACHABLE = -32_000;

    private final PrintWriter out;
    private final McpWire wire;
    private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Thread> open = new ConcurrentHashMap<>();
    private @Nullable Thread listener;

    McpBridge(Supplier<HubAddress> hub, PrintWriter out) {
        this.out = out;
        this.wire = new McpWire(hub, this::say);
    }

    /** Returns when there are no more lines and everything asked was answered. */
    void carry(InputStream in) throws IOException, InterruptedException {
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.isBlank()) {
                take(line);
            }
        }
        calls.shutdown();
        if (!calls.awaitTermination(LAST_ANSWERS.toSeconds(), TimeUnit.SECONDS)) {
            calls.shutdownNow();
        }
    }

    private void take(String line) throws InterruptedException {
        JsonNode message;
        try {
            message = Json.parse(line);
        } catch (ParleyException e) {
            say(error(null, NOT_JSON, e.detail()));
            return;
        }
        var method = message.path("method").asText();
        if (method.equals("notifications/cancelled")) {
            hangUp(message);
        } else if (method.equals("initialize")) {
            // What follows relies on it, so it goes before the next line does.
            ask(message);
        } else if (!message.has("id")) {
            send(message);
            if (method.equals("notifications/initialized")) {
                listenAnew();
            }
        } else {
            calls.execute(() -> ask(message));
        }
    }

    /** A request that is cancelled gets no response; without sessions, to hang up cancels it. */
    private void hangUp(JsonNode cancelled) throws InterruptedException {
        var asking = open.remove(cancelled.path("params").path("requestId").toString());
        if (wire.hasSession()) {
            send(cancelled);
        } else if (asking != null) {
            asking.interrupt();
        }
    }

    private void ask(JsonNode message) {
        boolean isRequest = message.has("method");
        var id = message.path("id").toString();
        if (isRequest) {
            open.put(id, Thread.currentThread());
        }
        try {
            var refused = send(message);
            if (isRequest && refused.isPresent() && open.containsKey(id)) {
                say(error(message.get("id"), UNREACHABLE, refused.get()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (isRequest) {
                open.remove(id);
            }
        }
    }

    /** Why it was not answered, if it was not. */
    private Optional<String> send(JsonNode message) throws InterruptedException {
        try {
            return wire.send(message);
        } catch (IOException | ParleyException e) {
            return Optional.of("the hub cannot be reached; ./parley serve starts one");
        }
    }

    private void listenAnew() {
        if (listener != null) {
            listener.interrupt();
        }
        listener = Thread.ofVirtual().start(this::listen);
    }

    /** Listens again whenever the stream has ended, soon at first: the hub may be restarted. */
    private void listen() {
        var pause = SOON;
        try {
            while (!Thread.currentThread().isInterrupted()) {
                pause = hasListened() ? SOON : longer(pause);
                Thread.sleep(pause);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean hasListened() throws InterruptedException {
        try {
            return wire.listen();
        } catch (IOException | ParleyException e) {
            return false;
        }
    }

    private static Duration longer(Duration pause) {
        var twice = pause.multipliedBy(2);
        return twice.compareTo(LATER) < 0 ? twice : LATER;
    }

    private static ObjectNode error(@Nullable JsonNode id, int code, String why) {
        var answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", id);
        answer.putObject("error").put("code", code).put("message", why);
        return answer;
    }

    private synchronized void say(JsonNode message) {
        out.print(Json.write(message) + "\n");
        out.flush();
    }

    @Override
    public void close() {
        if (listener != null) {
            listener.interrupt();
        }
        calls.shutdownNow();
        wire.close();
    }
}
