package dev.parley.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** A {@link Workbench} that is spoken to over HTTP; calls are answered by streams of events. */
public final class WebWorkbench implements AutoCloseable {
    private final HttpServer server;
    private final boolean isStateless;
    private final Workbench bench;
    private final List<String> sessions = new CopyOnWriteArrayList<>();
    private final List<String> secrets = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Set<String> ignored = ConcurrentHashMap.newKeySet();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final Map<String, ObjectNode> answers = new ConcurrentHashMap<>();
    private final Map<String, String> mirrored = new ConcurrentHashMap<>();
    private final CountDownLatch isIgnoring = new CountDownLatch(1);
    private final CountDownLatch isOver = new CountDownLatch(1);

    public WebWorkbench(boolean isStateless) throws IOException {
        this.isStateless = isStateless;
        this.bench = new Workbench(isStateless);
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/mcp", this::handle);
        server.start();
    }

    public String row() {
        return "url: http://127.0.0.1:" + server.getAddress().getPort() + "/mcp";
    }

    /** What came with requests as their authorization. */
    List<String> secrets() {
        return secrets;
    }

    /**
     * Has it never answer from now on.
     *
     * @param what a method, or the name of a tool
     */
    public void ignore(String what) {
        ignored.add(what);
    }

    /** Has it hang up instead of answering. */
    void hangUpOn(String what) {
        refused.add(what);
    }

    /** Has it always answer this. */
    public void answer(String method, String result) {
        answers.put(method, Json.parseObject(result));
    }

    public boolean hasIgnored() {
        return isIgnoring.getCount() == 0;
    }

    /** Which arguments came as headers. */
    Map<String, String> mirrored() {
        return mirrored;
    }

    /** Each request by its method and the tool that it names. */
    List<String> asked() {
        return asked;
    }

    /** Has it forget everybody. */
    void forget() {
        sessions.clear();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestMethod().equals("DELETE")) {
                asked.add("DELETE");
                exchange.sendResponseHeaders(204, -1);
                return;
            }
            var message = Json.parse(exchange.getRequestBody().readAllBytes());
            var headers = exchange.getRequestHeaders();
            headers.forEach(
                    (name, values) -> {
                        if (name.startsWith("Mcp-param-")) {
                            mirrored.put(name, values.getFirst());
                        }
                    });
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
            if (!isRude(message)) {
                answer(exchange, message);
            }
        }
    }

    private boolean isRude(JsonNode message) {
        var method = message.path("method").asText();
        var what = method.equals("tools/call") ? message.at("/params/name").asText() : method;
        asked.add(what);
        if (ignored.contains(what)) {
            isIgnoring.countDown();
            try {
                isOver.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        return ignored.contains(what) || refused.contains(what);
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
        var fixed = answers.get(message.path("method").asText());
        var answer =
                fixed != null
                        ? fixed(message, fixed)
                        : bench.answer(
                                message,
                                told ->
                                        events.append("data: ")
                                                .append(Json.write(told))
                                                .append("\n\n"));
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

    private static ObjectNode fixed(JsonNode message, ObjectNode result) {
        var answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", message.get("id"));
        return answer.set("result", result);
    }

    @Override
    public void close() {
        isOver.countDown();
        server.stop(0);
    }
}
