package dev.parley.openapi;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Makes requests for any operation out of what the document says of it. */
final class Asking {
    private final Stage stage;

    /** For each variable of a path something that is there. */
    private final Map<String, String> there = new TreeMap<>();

    Asking(Stage stage) {
        this.stage = stage;
    }

    void prepare() {
        var run =
                stage.alice.run(
                        "{\"protocol\":\"managed\",\"participants\":{\"manager\":\"alice\"}}");
        there.put("run", run);
        there.put("question", stage.question(run));
        there.put("message", "ask");
        there.put("letter", stage.letter(stage.alice, run));
        there.put("agent", "alice");
        there.put("id", "i1");
        there.put("blob", stage.blob(1).text("blob_id"));
        there.put("task", stage.alice.post("/api/tasks", "{\"message\":\"m\"}").text("task_id"));
        there.put(
                "session",
                stage.ann.post("/api/sessions", "{\"agent\":\"bob\"}").text("sessionId"));
        there.put("subscription", "sub");
        there.put("view", "runs");
        there.put("part", "flow");
        there.put("folder", "directives");
        there.put("file", "none.js");
        there.put("library", "lit");
        there.put("version", "1");
        stage.owner.put("/api/subscriptions/sub", "{\"topics\":[\"**\"]}").expect(201);
        there.put("tool", "bench__echo");
        there.put(
                "call",
                stage.alice
                        .post(
                                "/api/runs/" + run + "/tools/bench__echo",
                                "{\"arguments\":{\"text\":\"x\"}}")
                        .text("call_id"));
        there.put("token", stage.owner.post("/api/tokens", "{}").text("token_id"));
    }

    private String path(Operation operation) {
        return path(operation, there);
    }

    private static String path(Operation operation, Map<String, String> values) {
        var path = operation.template();
        for (var value : values.entrySet()) {
            path = path.replace("{" + value.getKey() + "}", value.getValue());
        }
        return path;
    }

    /** A body as the document shows it. */
    private static String example(Operation operation) {
        var media = operation.node().at("/requestBody/content/application~1json");
        var example = media.has("example") ? media.get("example") : media.at("/examples").path(0);
        return example.isObject() ? example.toString() : "{}";
    }

    private static Reply ask(
            Caller caller, Operation operation, String path, String body, String... headers) {
        var type = operation.body().isPresent() ? "application/json" : "application/octet-stream";
        var request = caller.request(path).setHeader("Content-Type", type);
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        return caller.send(request.method(operation.method(), publisher(operation, body)));
    }

    private static HttpRequest.BodyPublisher publisher(Operation operation, String body) {
        return operation.method().equals("GET")
                ? BodyPublishers.noBody()
                : BodyPublishers.ofString(body);
    }

    /** A stream that would be let in ends at a place that is none. */
    Reply as(Caller caller, Operation operation) {
        var query =
                operation.template().endsWith("/stream") ? "?after=none" : "?digest=x&agent=alice";
        return ask(caller, operation, path(operation) + query, example(operation));
    }

    Reply with(Operation operation, String header, String value) {
        return ask(stage.owner, operation, path(operation), example(operation), header, value);
    }

    Reply sending(Operation operation, String body) {
        return ask(stage.owner, operation, path(operation), body);
    }

    /** Somebody who takes no part, somebody who only looks, somebody who does not run the hub. */
    List<Supplier<Reply>> byWhoMayNot(Operation operation) {
        return Stream.of(stage.bob, stage.observer, stage.ann)
                .<Supplier<Reply>>map(caller -> () -> as(caller, operation))
                .toList();
    }

    List<Supplier<Reply>> badValues(Operation operation) {
        var wrong = new TreeMap<>(there);
        wrong.replaceAll((name, value) -> "-");
        var noId = path(operation, wrong);
        Supplier<Reply> ofNoId = () -> ask(stage.owner, operation, noId, example(operation));
        Supplier<Reply> withBadFields =
                () ->
                        ask(
                                stage.owner,
                                operation,
                                path(operation)
                                        + "?limit=0&after=!&head=!&wait=x&agent=%2F&span=!&minutes=0",
                                "{\"protocol\":1,\"agent\":1,\"state\":1,\"reason\":1}",
                                "Idempotency-Key",
                                "-");
        return noId.equals(operation.template())
                ? List.of(withBadFields)
                : List.of(ofNoId, withBadFields);
    }

    /** Two spellings of a field of the body, or the header and the query of an instance. */
    Reply conflicting(Operation operation) {
        if (operation.node().path("parameters").toString().contains("InstanceHeader")) {
            return ask(
                    stage.owner,
                    operation,
                    path(operation) + "?wait=1&instance=a",
                    example(operation),
                    "X-Parley-Instance",
                    "b");
        }
        var body = Json.object().put("message", "x").put("agent", "dan").put("to", "alice");
        body.put("task", "x");
        for (var field :
                List.of(
                        "session_id",
                        "from_session",
                        "event_type",
                        "to_agent",
                        "tool_role",
                        "agent_id",
                        "agent_name",
                        "run_id",
                        "expires_in_days")) {
            body.put(field, "alice").put(camel(field), "bob");
        }
        body.put("acceptance_criteria", "a").put("acceptanceCriteria", "b");
        body.set("body", body.deepCopy());
        return sending(operation, body.toString());
    }

    private static String camel(String field) {
        var text = new StringBuilder();
        for (var word : field.split("_", -1)) {
            text.append(
                    text.isEmpty()
                            ? word
                            : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return text.toString();
    }

    /** Places of another history, and places that nothing has reached. */
    List<Supplier<Reply>> ahead(Operation operation) {
        var far = "{\"after\":999999,\"position\":999999}";
        return Stream.of(Stage.FOREIGN, "999999")
                .<Supplier<Reply>>map(
                        after ->
                                () ->
                                        ask(
                                                stage.owner,
                                                operation,
                                                path(operation) + "?topic=x&after=" + after,
                                                far))
                .toList();
    }

    Reply ofNoRun(Operation operation) {
        var none = new TreeMap<>(there);
        none.put("run", "run_none");
        return ask(
                stage.owner,
                operation,
                path(operation, none) + "?digest=x&run=run_none",
                example(operation));
    }

    /** Headers with which nobody becomes somebody. */
    String upgrade() {
        return String.join(
                "\r\n",
                "Host: localhost",
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                "Authorization: Bearer wrong");
    }

    /** All of the answer to a request with these headers alone. */
    String raw(Operation operation, String version, String headers) throws IOException {
        var url = URI.create(stage.parley.url());
        var request =
                operation.method()
                        + " "
                        + path(operation)
                        + " "
                        + version
                        + "\r\n"
                        + headers
                        + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
