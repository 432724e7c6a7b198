package dev.parley.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.StreamSupport;

/**
 * A real server that speaks the APIs of OpenAI, Anthropic and Ollama and answers by a script:
 * {@code ScriptedModel.start(asked -> ModelReply.say("you said " + asked.last()))}.
 */
public final class ScriptedModel implements AutoCloseable {
    /** What the hub is let in with. */
    public static final String KEY = "sk-very-secret-0815";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Script script;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final CountDownLatch hungUp = new CountDownLatch(1);

    /** Decides what is answered. */
    @FunctionalInterface
    public interface Script {
        ModelReply answer(Asked asked) throws Exception;
    }

    /** What it was asked. */
    public record Asked(String path, String authorization, JsonNode body) {
        public List<JsonNode> messages() {
            return list(body.path("messages"));
        }

        /** What the last message says, a result of a tool too. */
        public String last() {
            return text(messages().getLast());
        }

        /** Whether the last message is the result of a tool. */
        public boolean isResult() {
            var message = messages().getLast();
            return message.path("role").asText().equals("tool")
                    || message.at("/content/0/type").asText().equals("tool_result");
        }

        /** What the operator and the hub tell it. */
        public String system() {
            return body.has("system") ? text(body.path("system")) : text(messages().getFirst());
        }

        public List<String> tools() {
            return list(body.path("tools")).stream()
                    .map(tool -> tool.at("/function/name").asText(tool.path("name").asText()))
                    .toList();
        }

        private static List<JsonNode> list(JsonNode array) {
            return StreamSupport.stream(array.spliterator(), false).toList();
        }

        private static String text(JsonNode node) {
            if (node.isTextual()) {
                return node.textValue();
            }
            if (node.isArray()) {
                return String.join("\n", list(node).stream().map(Asked::text).toList());
            }
            return node.has("text") ? text(node.path("text")) : text(node.path("content"));
        }
    }

    private ScriptedModel(Script script) throws IOException {
        this.script = script;
        this.server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public static ScriptedModel start(Script script) {
        try {
            return new ScriptedModel(script);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** All that it was asked so far. */
    public List<Asked> asked() {
        return List.copyOf(asked);
    }

    /** Waits until somebody has hung up on its silence. */
    public void awaitHungUp() throws InterruptedException {
        hungUp.await();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The providers {@code openai}, {@code anthropic} and {@code ollama}, all of which it is. */
    public String yaml() {
        return """
               models:
                 openai: {base-url: "%s/v1", api-key: %s, prices: {priced: {input: 2, output: 10}}}
                 anthropic: {base-url: "%s/v1", api-key: %s}
                 ollama: {base-url: "%s"}
               """
                .formatted(url(), KEY, url(), KEY, url());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var headers = exchange.getRequestHeaders();
            var one =
                    new Asked(
                            exchange.getRequestURI().getPath(),
                            String.valueOf(
                                    headers.getFirst(
                                            headers.containsKey("Authorization")
                                                    ? "Authorization"
                                                    : "x-api-key")),
                            Json.parseTrusted(
                                    new String(
                                            exchange.getRequestBody().readAllBytes(),
                                            StandardCharsets.UTF_8)));
            asked.add(one);
            answer(exchange, one);
        }
    }

    private void answer(HttpExchange exchange, Asked one) throws IOException {
        ModelReply reply;
        try {
            reply = script.answer(one);
        } catch (Exception wrong) {
            reply = ModelReply.refuse(500, "the script is wrong: " + wrong);
        }
        var tongue = ModelTongue.of(one.path());
        if (reply instanceof ModelReply.Refused refused) {
            refused.headers().forEach(exchange.getResponseHeaders()::set);
            send(exchange, refused.status(), refused.body());
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", tongue.mediaType());
        exchange.sendResponseHeaders(200, 0);
        switch (reply) {
            case ModelReply.Words words -> write(exchange, tongue.words(words));
            case ModelReply.Calls calls -> write(exchange, tongue.calls(calls));
            case ModelReply.Garbage garbage -> write(exchange, garbage.text());
            case ModelReply.Cut cut -> write(exchange, tongue.begin(cut.words()));
            case ModelReply.Silence silence -> keepSilence(exchange, tongue, silence);
            case ModelReply.Refused _ -> throw new IllegalStateException();
        }
        if (!(reply instanceof ModelReply.Cut)) {
            exchange.getResponseBody().close();
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static void write(HttpExchange exchange, String text) throws IOException {
        exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    private void keepSilence(
            HttpExchange exchange, ModelTongue tongue, ModelReply.Silence silence) {
        try {
            write(exchange, tongue.begin(silence.words()));
            while (true) {
                LockSupport.parkNanos(5_000_000);
                write(exchange, "\n");
            }
        } catch (IOException _) {
            hungUp.countDown();
        }
    }

    /** From now on nobody is there. */
    public void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Override
    public void close() {
        stop();
    }
}
