package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.bus.Topic;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.tool.Bench;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tools of configured servers, used by MCP clients through the hub and under its policy. */
@Timeout(60)
class ServedToolsTest {
    private final Bench bench = Bench.start();

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void eachAgentIsShownWhatItMayUse() {
        assertThat(served(Mcp.modern(bench.bob()))).contains("bench__echo", "bench__write");
        assertThat(served(Mcp.legacy(bench.alice())))
                .contains("bench__echo")
                .doesNotContain("bench__write");
        assertThat(served(Mcp.modern(bench.ann()))).isEmpty();
    }

    private static List<String> served(Mcp mcp) {
        return mcp.result("tools/list")
                .path("tools")
                .valueStream()
                .map(tool -> tool.path("name").asText())
                .filter(name -> name.startsWith("bench__"))
                .toList();
    }

    @Test
    void aCallIsToldInTheRunThatItIsFor() {
        var result = call(Mcp.modern(bench.bob()), "bench__echo", bench.run());

        assertThat(result.at("/content/0/text").asText()).contains("hi");
        assertThat(bench.story())
                .containsExactly(
                        "worker tool_intent bench__echo",
                        "worker tool_result bench__echo completed");
    }

    @Test
    void whoNamesNoRunHasAStandingOneOfItsOwn() {
        var bob = Mcp.modern(bench.bob());
        for (int time = 0; time < 2; time++) {
            var result = bob.call("bench__echo", "{\"text\":\"hi\"}");
            assertThat(result.path("isError").asBoolean()).isFalse();
        }
        var runs = bench.bob().get("/api/runs").expect(200).json().path("items");
        assertThat(runs.valueStream().filter(run -> run.path("protocol").asText().equals("closed")))
                .hasSize(1);
        assertThat(bench.story()).isEmpty();
    }

    @Test
    void aDeniedCallIsRefusedAndToldByAnyDoor() {
        var arguments =
                Json.object()
                        .put("path", "anywhere")
                        .put("text", "no")
                        .put("parley_run_id", bench.run());
        var denied = Mcp.legacy(bench.alice()).call("bench__write", arguments.toString());

        assertThat(denied.path("isError").asBoolean()).isTrue();
        assertThat(denied.at("/content/0/text").asText()).contains("read, status and report");
        assertThat(bench.story()).last().isEqualTo("manager tool_result bench__write denied");
    }

    @Test
    void whatIsDeniedIsToldAsDeniedWhateverItsArguments() {
        var arguments = Json.object().put("nonsense", true).put("parley_run_id", bench.run());
        var denied = Mcp.modern(bench.alice()).call("bench__write", arguments.toString());

        assertThat(denied.at("/_meta/dev.parley~1problem/code").asText()).isEqualTo("tool-denied");
        assertThat(bench.story()).last().isEqualTo("manager tool_result bench__write denied");
    }

    @Test
    void argumentsThatDoNotFitAreRefusedInWords() {
        var refused = Mcp.modern(bench.bob()).call("bench__echo", "{\"text\":5}");

        assertThat(refused.path("isError").asBoolean()).isTrue();
        assertThat(refused.at("/content/0/text").asText())
                .contains("do not fit bench__echo: /text: ", "string");
        var missing = Mcp.modern(bench.bob()).call("bench__echo", "{}");
        assertThat(missing.at("/content/0/text").asText())
                .contains("do not fit bench__echo: required property");
    }

    @Test
    void whoeverIsRefusedLeaveLearnsWhyFromTheCallAndFromTheTool() {
        try (var strict = Bench.withApproval(InstantSource.system())) {
            var bob = new Tools(Mcp.modern(strict.bob()));
            var call = bob.resultLater("bench__write", "{\"path\":\"anywhere\"}");
            strict.parley().awaitWaiter(new Topic.Questions(Space.DEFAULT));
            var id = strict.ann().get("/api/questions?wait=10").all("items", "question_id");
            strict.ann()
                    .post(
                            "/api/questions/" + id.getFirst() + "/answer",
                            "{\"decision\":\"deny\",\"reason\":\"not there\"}")
                    .expect(201);
            assertThat(call.join().at("/content/0/text").asText())
                    .contains("denied exactly this call: \"not there\"");
            var told = bob.facts("ask_user", "{\"question_id\":\"%s\"}".formatted(id.getFirst()));
            assertThat(told.path("answer").asText()).isEqualTo("deny");
            assertThat(told.path("reason").asText()).isEqualTo("not there");
        }
    }

    private static JsonNode call(Mcp mcp, String tool, String run) {
        return mcp.call(tool, Json.object().put("text", "hi").put("parley_run_id", run).toString());
    }
}
