package dev.parley.notice;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A real receiver of webhooks on this machine. */
final class Receiver implements AutoCloseable {
    /** An answer that never comes. */
    static final int NEVER = 0;

    private static final int OK = 204;

    private final HttpServer server;
    private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
    private final Queue<Integer> answers = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    /** What came. */
    record Call(Headers headers, String body) {
        ObjectNode json() {
            return Json.parseTrusted(body.getBytes(StandardCharsets.UTF_8));
        }

        String id() {
            return headers.getFirst("webhook-id");
        }
    }

    Receiver() throws IOException {
        this(0);
    }

    Receiver(int port) throws IOException {
        server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::answer);
        server.start();
    }

    /** Answers so, one after the other, before it says that all is well. */
    Receiver answering(Integer... statuses) {
        answers.addAll(List.of(statuses));
        return this;
    }

    private void answer(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        var status = answers.poll();
        calls.add(new Call(exchange.getRequestHeaders(), body));
        if (status != null && status == NEVER) {
            try {
                closed.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }
        exchange.getResponseHeaders().add("Location", url());
        exchange.sendResponseHeaders(status == null ? OK : Math.max(status, 100), -1);
        exchange.close();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/secret-path?token=1";
    }

    Call next() throws InterruptedException {
        var call = calls.poll(20, TimeUnit.SECONDS);
        if (call == null) {
            throw new AssertionError("no webhook came");
        }
        return call;
    }

    /** How many came that nobody has looked at. */
    int left() {
        return calls.size();
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
