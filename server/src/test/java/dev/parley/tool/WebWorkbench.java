package dev.parley.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** A {@link Workbench} that is spoken to over HTTP; calls are answered by streams of events. */
final class WebWorkbench implements AutoCloseable {
    private final HttpServer server;
    private final boolean isStateless;
    private final Workbench bench;
    private final List<String> sessions = new CopyOnWriteArrayList<>();
    private final List<String> secrets = new CopyOnWriteArrayList<>();

    WebWorkbench(boolean isStateless) throws IOException {
        this.isStateless = isStateless;
        this.bench = new Workbench(isStateless);
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/mcp", this::handle);
        server.start();
    }

    String row() {
        return "url: http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
    }

    /** What came with requests as their authorization. */
    List<String> secrets() {
        return secrets;
    }

    /** Has it forget everybody. */
    void forget() {
        sessions.clear();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var message = Json.parse(exchange.getRequestBody().readAllBytes());
            var headers = exchange.getRequestHeaders();
            secrets.add(String.valueOf(headers.getFirst("Authorization")));
            if (isStateless) {
                requireSaid(message, headers.getFirst("Mcp-Method"));
            } else if (message.path("method").asText().equals("initialize")) {
                sessions.add(UUID.randomUUID().toString());
                exchange.getResponseHeaders().set("Mcp-Session-Id", sessions.getLast());
            } else if (!sessions.contains(String.valueOf(headers.getFirst("Mcp-Session-Id")))) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            answer(exchange, message);
        }
    }

    private static void requireSaid(JsonNode message, String method) {
        var meta = message.path("params").path("_meta");
        boolean isSaid =
                message.path("method").asText().equals("initialize")
                        || (message.path("method").asText().equals(method)
                                && meta.path("io.modelcontextprotocol/protocolVersion")
                                        .asText()
                                        .equals("2026-07-28"));
        if (!isSaid) {
            throw new IllegalStateException("a request must say everything itself: " + message);
        }
    }

    private void answer(HttpExchange exchange, JsonNode message) throws IOException {
        var events = new StringBuilder(": welcome\n\n");
        var answer =
                bench.answer(
                        message,
                        told -> events.append("data: ").append(Json.write(told)).append("\n\n"));
        if (answer == null) {
            exchange.sendResponseHeaders(202, -1);
            return;
        }
        boolean isCall = message.path("method").asText().equals("tools/call");
        events.append("event: message\ndata: ").append(Json.write(answer)).append("\n\n");
        var body =
                (isCall ? events.toString() : Json.write(answer)).getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders()
                .set("Content-Type", isCall ? "text/event-stream" : "application/json");
        exchange.sendResponseHeaders(answer.has("error") ? 400 : 200, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
