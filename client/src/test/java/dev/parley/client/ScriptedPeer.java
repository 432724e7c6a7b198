package dev.parley.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server on a real port that plays one reply after the other and remembers what it was asked. */
final class ScriptedPeer implements AutoCloseable {
    /** What the client sent. */
    record Asked(String method, String target, String authorization, String key, String body) {}

    /** What the peer does with one request. */
    interface Reply {
        void play(HttpExchange exchange) throws IOException;
    }

    private final Queue<Reply> script = new ConcurrentLinkedQueue<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    ScriptedPeer(Reply... replies) {
        script.addAll(List.of(replies));
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    static Reply json(int status, String body) {
        return json(status, body, "X-Nothing", "");
    }

    static Reply json(int status, String body, String header, String value) {
        return exchange -> {
            var bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.getResponseHeaders().add(header, value);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        };
    }

    /** The connection breaks before there is an answer. */
    static Reply drop() {
        return HttpExchange::close;
    }

    /** An answer that begins and never ends. */
    static Reply stall() {
        return exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("{".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        };
    }

    /** No answer at all. */
    static Reply silence() {
        return exchange -> {};
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    ParleyClient client() {
        return client(Duration.ofSeconds(5), Duration.ofSeconds(20));
    }

    /** A client that gives up at once, so that tests of giving up are short. */
    ParleyClient hastyClient() {
        return client(Duration.ZERO, Duration.ofMillis(500));
    }

    private ParleyClient client(Duration within, Duration answer) {
        return ParleyClient.connect(
                url(), "pa_secret", new Patience(within, answer, Duration.ofSeconds(1)));
    }

    List<Asked> asked() {
        return asked;
    }

    private void handle(HttpExchange exchange) throws IOException {
        var headers = exchange.getRequestHeaders();
        asked.add(
                new Asked(
                        exchange.getRequestMethod(),
                        exchange.getRequestURI().toString(),
                        String.join(",", headers.getOrDefault("Authorization", List.of())),
                        String.join(",", headers.getOrDefault("Idempotency-Key", List.of())),
                        new String(
                                exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
        var reply = script.poll();
        (reply == null ? json(404, "{}") : reply).play(exchange);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
