package dev.parley.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.TestParley;
import dev.parley.openapi.Conformance;
import dev.parley.protocol.codec.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;

/** A client of the WebSocket that reads what comes one by one. */
public final class TestSocket implements WebSocket.Listener, AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final BlockingQueue<ObjectNode> told = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final StringBuilder partial = new StringBuilder();
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();

    /** Connects, with these headers. */
    public static TestSocket open(TestParley parley, String... headers) {
        var client = new TestSocket();
        var builder = HTTP.newWebSocketBuilder();
        for (int i = 0; i < headers.length; i += 2) {
            builder.header(headers[i], headers[i + 1]);
        }
        var url = URI.create(parley.url().replace("http:", "ws:") + "/ws");
        client.socket.complete(builder.buildAsync(url, client).join());
        return client;
    }

    /** Connects as somebody who does not say who that is. */
    public static TestSocket of(TestParley parley) {
        return open(parley);
    }

    public static TestSocket of(TestParley parley, String token) {
        return open(parley, "Authorization", "Bearer " + token);
    }

    public void send(String text) {
        socket.join().sendText(text, true).join();
    }

    void sendBinary(byte[] bytes) {
        socket.join().sendBinary(ByteBuffer.wrap(bytes), true).join();
    }

    /** Subscribes to a run, and returns when that counts. */
    TestSocket follow(String run) {
        send("{\"op\":\"subscribe\",\"runs\":[\"" + run + "\"]}");
        expect("subscribed");
        return this;
    }

    /** The next frame; {@code closed} when there will be no more. */
    public ObjectNode next() {
        try {
            var frame = told.take();
            if (frame.has("sessionId") && frame.get("data") instanceof ObjectNode data) {
                Conformance.requireEvent(frame.path("event").asText(), data);
            }
            return frame;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted");
        }
    }

    /** A frame that has come already, if one has. */
    Optional<ObjectNode> poll() {
        return told.isEmpty() ? Optional.empty() : Optional.of(next());
    }

    /** The next frame, which must tell this. */
    public ObjectNode expect(String event) {
        var frame = next();
        assertThat(frame.path("event").asText()).as(frame.toString()).isEqualTo(event);
        return frame;
    }

    public String expectProblem() {
        return expect("problem").path("data").path("code").asText();
    }

    List<Long> seqs(int count) {
        var seqs = new ArrayList<Long>();
        while (seqs.size() < count) {
            seqs.add(expect("agent_message").path("data").path("seq").asLong());
        }
        return seqs;
    }

    /** The status with which the hub has closed it. */
    public int status() {
        return closed.join();
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        partial.append(data);
        if (last) {
            told.add(Json.parseTrusted(partial.toString()));
            partial.setLength(0);
        }
        from.request(1);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
        end(status);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        end(1006);
    }

    private void end(int status) {
        closed.complete(status);
        told.add(Json.object().put("event", "closed").put("status", status));
    }

    @Override
    public void close() {
        socket.join().abort();
    }
}
