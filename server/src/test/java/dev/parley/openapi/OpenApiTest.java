package dev.parley.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.TestParley;
import dev.parley.http.Route;
import dev.parley.protocol.Act;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class OpenApiTest {
    private static final Document DOCUMENT = Document.served();
    private static final String SCHEMAS = "/components/schemas/";

    /** Problems of a start, which only the command line tells. */
    private static final EnumSet<Problem> NEVER_ANSWERED =
            EnumSet.of(
                    Problem.STORE_NEWER,
                    Problem.STORE_UNFIT,
                    Problem.CANNOT_LISTEN,
                    Problem.DATA_IN_USE,
                    Problem.DATA_UNUSABLE,
                    Problem.UNREACHABLE);

    @Test
    void everyRouteIsAnOperationAndEveryOperationARoute() {
        try (var parley = TestParley.start()) {
            assertThat(DOCUMENT.operations())
                    .extracting(Operation::toString)
                    .containsExactlyInAnyOrderElementsOf(
                            parley.routes().stream().map(Route::toString).toList());
            assertThat(DOCUMENT.operations())
                    .filteredOn(Operation::needsToken)
                    .extracting(Operation::toString)
                    .containsExactlyInAnyOrderElementsOf(
                            parley.routes().stream()
                                    .filter(route -> !route.isOpen())
                                    .map(Route::toString)
                                    .toList());
        }
    }

    @Test
    void anybodyGetsItAndKnowsWhenItHasChanged() {
        try (var parley = TestParley.start()) {
            var stranger = parley.stranger();
            var reply = stranger.get("/openapi.yaml").expect(200);
            assertThat(reply.header("Content-Type")).isEqualTo("application/yaml");
            assertThat(reply.text()).startsWith("openapi: 3.1");
            var again =
                    stranger.send(
                            stranger.request("/openapi.yaml")
                                    .header("If-None-Match", reply.header("ETag")));
            again.expect(304);
            assertThat(again.body()).isEmpty();
        }
    }

    @Test
    void itListsTheKinds() {
        var kind = DOCUMENT.at(SCHEMAS + "Kind");
        assertThat(words(kind.path("anyOf").path(0).path("enum")))
                .containsExactlyElementsOf(
                        Kinds.standard().all().stream().map(one -> one.name()).toList());
        for (var row : Kinds.standard().all()) {
            assertThat(kind.path("description").asText())
                    .contains(
                            "| `%s` | %s | %s | %s | %s |\n"
                                    .formatted(
                                            row.name(),
                                            Wire.name(row.act()),
                                            Wire.name(row.visibility()),
                                            row.expectsReply() ? "yes" : "no",
                                            row.act().effect()));
        }
        assertThat(words(DOCUMENT.at(SCHEMAS + "Act/enum")))
                .containsExactlyElementsOf(Arrays.stream(Act.values()).map(Wire::name).toList());
    }

    @Test
    void itListsTheProblems() {
        var code = DOCUMENT.at(SCHEMAS + "ProblemCode");
        var answered = EnumSet.complementOf(NEVER_ANSWERED);
        assertThat(words(code.path("enum")))
                .containsExactlyInAnyOrderElementsOf(answered.stream().map(Problem::slug).toList());
        for (var row : answered) {
            assertThat(code.path("description").asText())
                    .contains(
                            "| `%s` | %d | %s |\n"
                                    .formatted(row.slug(), row.status(), row.title()));
        }
    }

    @Test
    void everyCodeStandsUnderItsOwnStatus() {
        for (var operation : DOCUMENT.operations()) {
            operation
                    .node()
                    .path("responses")
                    .fieldNames()
                    .forEachRemaining(status -> requireStatus(operation, status));
        }
    }

    private static void requireStatus(Operation operation, String status) {
        if (!status.equals("default")) {
            var response = operation.response(Integer.parseInt(status)).orElseThrow();
            assertThat(operation.codesAt(response))
                    .as("%s, %s", operation, status)
                    .allMatch(code -> statusOf(code).equals(status));
        }
    }

    private static String statusOf(String code) {
        return Integer.toString(Problem.ofSlug(code).orElseThrow().status());
    }

    @Test
    void noAnswerHasRoomForWhatIsNotDescribed() {
        var open = new ArrayList<String>();
        for (var schema : DOCUMENT.at("/components/schemas").properties()) {
            if (!isOnlySent(schema.getKey()) && !schema.getKey().endsWith("Fields")) {
                collectOpen(schema.getKey(), schema.getValue(), open);
            }
        }
        for (var operation : DOCUMENT.operations()) {
            collectOpen(operation.toString(), operation.node().path("responses"), open);
        }
        collectOpen("responses", DOCUMENT.at("/components/responses"), open);
        assertThat(open)
                .as("objects that say neither additionalProperties nor unevaluatedProperties")
                .isEmpty();
    }

    private static boolean isOnlySent(String name) {
        return List.of(
                        "NewRun",
                        "NewSession",
                        "Saying",
                        "IntentDraft",
                        "Sent",
                        "Draft",
                        "SentObject",
                        "SentFrame",
                        "NewTask",
                        "Held",
                        "HeldReason",
                        "Word")
                .contains(name);
    }

    private static void collectOpen(String place, JsonNode node, List<String> open) {
        boolean isObject = node.path("type").asText().equals("object");
        boolean isBased = node.path("$ref").asText().matches(".*/schemas/.*Fields");
        if ((isObject && !node.has("additionalProperties"))
                || (isBased && !node.path("unevaluatedProperties").isBoolean())) {
            open.add(place);
        }
        for (var field : node.properties()) {
            if (!field.getKey().startsWith("example")) {
                collectOpen(place + "/" + field.getKey(), field.getValue(), open);
            }
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            collectOpen(place + "/" + i, node.get(i), open);
        }
    }

    @Test
    void itsExamplesAreAsItsSchemasSay() {
        for (var operation : DOCUMENT.operations()) {
            operation
                    .body()
                    .ifPresent(
                            schema -> {
                                var media = DOCUMENT.at(schema.replaceFirst("/schema$", ""));
                                examples(media)
                                        .forEach(
                                                example ->
                                                        assertThat(DOCUMENT.faults(schema, example))
                                                                .as("%s %s", operation, example)
                                                                .isEmpty());
                            });
        }
    }

    private static List<JsonNode> examples(JsonNode media) {
        var examples = new ArrayList<JsonNode>();
        if (media.has("example")) {
            examples.add(media.get("example"));
        }
        media.path("examples").forEach(named -> examples.add(named.path("value")));
        return examples;
    }

    private static List<String> words(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
    }
}
