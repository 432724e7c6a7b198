package dev.parley.client.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stands between a client and a real hub, and answers in the hub's place when told to. */
final class Gate implements AutoCloseable {
    static final String PAGE = "<html>default backend</html>";

    private static final Set<String> OWN =
            Set.of("host", "connection", "content-length", "transfer-encoding", "upgrade");

    private final URI hub;
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<Refusal> refusals = new ConcurrentLinkedQueue<>();
    private final Queue<Refusal> refused = new ConcurrentLinkedQueue<>();

    /** What the next request to such a path is answered with. */
    record Refusal(String path, int status, String body) {}

    Gate(String hub) {
        this.hub = URI.create(hub);
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

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    void refuse(String path, int status, String body) {
        refusals.add(new Refusal(path, status, body));
    }

    static String problem(String code) {
        return "{\"code\":\"" + code + "\",\"message\":\"no\"}";
    }

    /** Waits until so many requests were refused. */
    void awaitRefused(int count) {
        while (refused.size() < count) {
            Thread.onSpinWait();
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        var body = exchange.getRequestBody().readAllBytes();
        var path = exchange.getRequestURI().getPath();
        var refusal = refusals.stream().filter(next -> path.matches(next.path)).findFirst();
        if (refusal.isPresent() && refusals.remove(refusal.get())) {
            answer(exchange, refusal.get().status, refusal.get().body.getBytes(UTF_8));
            refused.add(refusal.get());
            return;
        }
        try {
            var request =
                    HttpRequest.newBuilder(hub.resolve(exchange.getRequestURI()))
                            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
            exchange.getRequestHeaders()
                    .forEach((name, values) -> copy(request, name, values.getFirst()));
            var response = client.send(request.build(), BodyHandlers.ofByteArray());
            answer(exchange, response.statusCode(), response.body());
        } catch (InterruptedException _) {
            exchange.close();
        }
    }

    private static void copy(HttpRequest.Builder request, String name, String value) {
        if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
            request.header(name, value);
        }
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
        client.shutdownNow();
    }
}
