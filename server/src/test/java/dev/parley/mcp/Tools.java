package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.protocol.codec.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;

/** Calls the tools of a hub as a model does, and holds every result against its schema. */
final class Tools {
    static final ObjectNode ELICITS = Json.object().set("elicitation", Json.object());

    private static final AtomicInteger IDS = new AtomicInteger(100);

    private final Mcp mcp;
    private final Map<String, Schema> outputs = new HashMap<>();

    Tools(Mcp mcp) {
        this.mcp = mcp;
    }

    /** Both ways to speak to a hub. */
    static List<Function<Caller, Tools>> eras() {
        return List.of(
                caller -> new Tools(Mcp.modern(caller)), caller -> new Tools(Mcp.legacy(caller)));
    }

    static int nextId() {
        return IDS.incrementAndGet();
    }

    Mcp mcp() {
        return mcp;
    }

    static ObjectNode params(String tool, String arguments) {
        var params = Json.object().put("name", tool);
        params.set("arguments", Json.parse(arguments));
        return params;
    }

    /** The result, whether it came as JSON or as the last of some events. */
    JsonNode result(String tool, String arguments) {
        return result(nextId(), params(tool, arguments));
    }

    JsonNode result(int id, ObjectNode params) {
        var all = mcp.complete(params);
        var reply =
                mcp.caller()
                        .post(
                                "/mcp",
                                Json.write(Mcp.message(id, "tools/call", all)),
                                mcp.headers("tools/call", all))
                        .expect(200);
        return last(reply).path("result");
    }

    private static ObjectNode last(Reply reply) {
        if (!reply.header("Content-Type").contains("event-stream")) {
            return reply.json();
        }
        return reply.text()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .reduce((_, last) -> last)
                .map(line -> Json.parseTrusted(line.substring("data: ".length())))
                .orElseThrow();
    }

    /** The facts of a result that is no error. */
    JsonNode facts(String tool, String arguments) {
        return facts(tool, result(tool, arguments));
    }

    JsonNode facts(String tool, JsonNode result) {
        assertThat(result.has("isError")).as(result.toString()).isFalse();
        var facts = result.path("structuredContent");
        assertThat(output(tool).complaints(facts)).as(facts.toString()).isEmpty();
        return facts;
    }

    CompletableFuture<JsonNode> later(String tool, String arguments) {
        return later(() -> facts(tool, arguments));
    }

    CompletableFuture<JsonNode> resultLater(String tool, String arguments) {
        return later(() -> result(tool, arguments));
    }

    private static CompletableFuture<JsonNode> later(Supplier<JsonNode> call) {
        return CompletableFuture.supplyAsync(
                call, task -> Executors.newVirtualThreadPerTaskExecutor().execute(task));
    }

    /** The code of a problem that the model reads. */
    String problem(String tool, String arguments) {
        var result = result(tool, arguments);
        assertThat(result.path("isError").asBoolean()).as(result.toString()).isTrue();
        return result.path("_meta").path("dev.parley/problem").path("code").asText();
    }

    List<String> names() {
        return list().stream().map(tool -> tool.path("name").asText()).toList();
    }

    List<JsonNode> list() {
        return mcp.result("tools/list").path("tools").valueStream().toList();
    }

    private synchronized Schema output(String tool) {
        if (outputs.isEmpty()) {
            for (var one : list()) {
                if (one.get("outputSchema") instanceof ObjectNode schema) {
                    outputs.put(one.path("name").asText(), Schema.of(schema));
                }
            }
        }
        return Objects.requireNonNull(outputs.get(tool), tool);
    }
}
