package dev.parley.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.store.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A server on a real port that answers each route as it was told, and can be stopped and begun
 * again.
 */
final class ScriptedHub implements AutoCloseable {
    /** What a command asked. */
    record Asked(String method, URI target, String authorization, String body) {
        long query(String name) {
            for (var pair : target.getQuery().split("&", -1)) {
                if (pair.startsWith(name + "=")) {
                    return Long.parseLong(pair.substring(name.length() + 1));
                }
            }
            throw new AssertionError(target + " has no " + name);
        }
    }

    /** What it is answered. */
    record Reply(int status, String body, String type) {
        Reply(int status, String body) {
            this(status, body, "application/json");
        }
    }

    private final Map<String, Function<Asked, Reply>> routes = new ConcurrentHashMap<>();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private HttpServer server;
    private @Nullable DataFolder home;

    ScriptedHub() {
        server = listen(0);
    }

    /** Answers every request of this method and path, as in {@code GET /api/runs}. */
    ScriptedHub on(String route, int status, String body) {
        return on(route, _ -> new Reply(status, body));
    }

    ScriptedHub on(String route, Function<Asked, Reply> answer) {
        routes.put(route, answer);
        return this;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    List<Asked> asked() {
        return asked;
    }

    /** Takes the data folder as a running hub does, until it is closed. */
    void moveInto(Path data) {
        home = DataFolder.claim(data);
        home.announce(url().toString());
        try {
            Files.writeString(data.resolve("owner.token"), "pa_owner\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void stop() {
        server.stop(0);
    }

    void startAgain() {
        server = listen(server.getAddress().getPort());
    }

    private HttpServer listen(int port) {
        try {
            var started =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            started.setExecutor(threads);
            started.createContext("/", this::handle);
            started.start();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        var request =
                new Asked(
                        exchange.getRequestMethod(),
                        exchange.getRequestURI(),
                        exchange.getRequestHeaders().getFirst("Authorization"),
                        new String(
                                exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        asked.add(request);
        var reply =
                routes.getOrDefault(
                                request.method() + " " + request.target().getPath(),
                                _ -> new Reply(404, "{\"code\":\"not-found\",\"message\":\"?\"}"))
                        .apply(request);
        var bytes = reply.body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", reply.type());
        exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        if (home != null) {
            home.close();
        }
    }
}
