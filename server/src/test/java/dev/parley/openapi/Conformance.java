package dev.parley.openapi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Flow;

/** Compares what a hub was asked, and what it answered, with its OpenAPI document. */
public final class Conformance {
    private static final Document DOCUMENT = Document.served();

    /** What is answered before it is known, or where it is not known, which operation is meant. */
    private static final Set<String> NOWHERE =
            Set.of(
                    "not-found",
                    "method-not-allowed",
                    "bad-request",
                    "host-refused",
                    "origin-refused",
                    "uri-too-long",
                    "too-busy",
                    "shutting-down");

    private static final ObjectMapper PLAIN = new ObjectMapper();
    private static final long LARGEST_REQUEST = 1 << 20;

    private final HttpRequest request;
    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;

    private Conformance(HttpResponse<byte[]> response) {
        this.request = response.request();
        this.status = response.statusCode();
        this.headers = response.headers();
        this.body = response.body();
    }

    /** The same response, if all of it is as the document says. */
    public static HttpResponse<byte[]> require(HttpResponse<byte[]> response) {
        new Conformance(response).check();
        return response;
    }

    /** The data of an event of a stream must be as the document says. */
    public static void requireEvent(String event, ObjectNode data) {
        var schema =
                switch (event) {
                    case "agent_message", "agent_progress" -> "EventMessage";
                    case "user_input_request" -> "EventQuestion";
                    case "agent_state" -> "EventState";
                    case "session" -> "EventSession";
                    case "session_text" -> "EventText";
                    case "task" -> "EventTask";
                    case "run" -> "EventRun";
                    case "question" -> "EventQuestionStands";
                    case "presence" -> "EventPresence";
                    case "dead_letter" -> "EventDeadLetter";
                    case "topics" -> "EventTopics";
                    case "task_available" -> "EventWork";
                    case "event" -> "PublishedFrame";
                    default ->
                            fail(
                                    "openapi.yaml does not know the event %s: add it to the table at"
                                            + " components, responses, Stream and its data to"
                                            + " components, schemas, and name that here",
                                    event);
                };
        requireFit("event " + event, "/components/schemas/" + schema, data);
    }

    private void check() {
        var operation = DOCUMENT.find(request.method(), request.uri().getRawPath());
        if (operation.isEmpty()) {
            assertThat(code())
                    .as(
                            "%s was answered %d, but openapi.yaml has no such operation: add it under"
                                    + " paths, with all that it answers",
                            what(), status)
                    .isIn(NOWHERE);
            return;
        }
        checkAnswer(operation.get());
        if (status / 100 == 2) {
            checkRequest(operation.get());
        }
    }

    private void checkAnswer(Operation operation) {
        var response =
                operation
                        .response(status)
                        .orElseGet(() -> fail(missing(operation, "this status") + text()));
        var type = headers.firstValue("Content-Type").orElse("").replaceAll(";.*", "");
        if (body.length == 0) {
            return;
        }
        var content = DOCUMENT.at(response).path("content");
        var key = content.has(type) ? type : "*/*";
        assertThat(content.has(key))
                .as("%s", missing(operation, "the media type " + type) + text())
                .isTrue();
        var at = response + "/content/" + Document.escaped(key);
        if (type.equals(Operation.PROBLEM)) {
            assertThat(operation.codesAt(response))
                    .as(
                            "%s",
                            missing(operation, "the code " + code())
                                    + "and provoke it in ProblemsTest. It was: "
                                    + text())
                    .contains(code());
        }
        if (type.equals(Operation.PROBLEM) || type.equals(Operation.JSON)) {
            requireFit(what() + " answered " + status, at + "/schema", json(body));
        } else if (DOCUMENT.at(at).has("x-item-schema")) {
            text().lines()
                    .map(line -> line.getBytes(StandardCharsets.UTF_8))
                    .forEach(line -> requireFit(what(), at + "/x-item-schema", json(line)));
        }
    }

    private String missing(Operation operation, String part) {
        return "%s answered %d, and openapi.yaml does not have %s: add it at %s, responses, \"%d\" "
                .formatted(what(), status, part, operation.place(), status);
    }

    /** What was accepted must be what the document says is accepted. */
    private void checkRequest(Operation operation) {
        var schema = operation.body();
        boolean isJson =
                request.headers()
                        .firstValue("Content-Type")
                        .filter(type -> type.startsWith(Operation.JSON))
                        .isPresent();
        if (schema.isPresent() && isJson) {
            sent().map(Conformance::json)
                    .ifPresent(
                            sent ->
                                    requireFit(
                                            what() + " was accepted",
                                            schema.get(),
                                            spelledAsDocumented(sent)));
        }
    }

    private Optional<byte[]> sent() {
        return request.bodyPublisher()
                .filter(body -> body.contentLength() > 0 && body.contentLength() < LARGEST_REQUEST)
                .map(
                        body -> {
                            var bytes = BodySubscribers.ofByteArray();
                            body.subscribe(new Listening(bytes));
                            return bytes.getBody().toCompletableFuture().join();
                        });
    }

    /** The hub understands camelCase as well; the document spells every field in one way. */
    private static JsonNode spelledAsDocumented(JsonNode sent) {
        if (!sent.isObject()) {
            return sent;
        }
        var spelled = Json.object();
        for (var field : sent.properties()) {
            var name = field.getKey().replaceAll("(?<=[a-z])([A-Z])", "_$1");
            boolean isWord = name.equals(field.getKey());
            spelled.set(isWord ? name : name.toLowerCase(Locale.ROOT), field.getValue());
        }
        return spelled;
    }

    private static void requireFit(String what, String schema, JsonNode value) {
        List<String> faults = DOCUMENT.faults(schema, value);
        if (!faults.isEmpty()) {
            fail(
                    "%s, which is not as openapi.yaml says at %s:\n  %s\nMend the answer, or add to the"
                            + " schema what is new. It was: %s",
                    what, DOCUMENT.resolve(schema), String.join("\n  ", faults), value);
        }
    }

    private String code() {
        return headers.firstValue("Content-Type").orElse("").equals(Operation.PROBLEM)
                        && body.length > 0
                ? json(body).path("code").asText()
                : "";
    }

    private String what() {
        return request.method() + " " + request.uri().getRawPath();
    }

    private String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    private static JsonNode json(byte[] bytes) {
        try {
            return PLAIN.readTree(bytes);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Hands the bytes of a request to what collects those of a response. */
    private record Listening(HttpResponse.BodySubscriber<byte[]> bytes)
            implements Flow.Subscriber<ByteBuffer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            bytes.onSubscribe(subscription);
        }

        @Override
        public void onNext(ByteBuffer item) {
            bytes.onNext(List.of(item));
        }

        @Override
        public void onError(Throwable failure) {
            bytes.onError(failure);
        }

        @Override
        public void onComplete() {
            bytes.onComplete();
        }
    }
}
