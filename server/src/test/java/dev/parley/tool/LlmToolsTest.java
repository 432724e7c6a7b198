package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.host.ModelReply;
import dev.parley.host.ScriptedModel;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent that is a model has the tools of any client that speaks for it, in its own run. */
@Timeout(120)
class LlmToolsTest {
    private static final String AGENTS =
            """
            agents:
              sage: {host: llm, model: "openai:scripted", max-tool-rounds: 3, max-tool-chars: 500}
              reader: {host: llm, model: "openai:scripted", tools: ["bench__ec*"]}
              helper: {host: llm, model: "openai:helper"}
            """;

    @TempDir Path folder;

    private static TestParley parley(ScriptedModel model) {
        return TestParley.with("sessions.roots", "/")
                .file(
                        Bench.tools(StdioWorkbench.row() + "\n      approval: mutating")
                                + model.yaml()
                                + AGENTS)
                .start();
    }

    private static Reply open(Caller caller, String agent, String model) {
        var wanted = Json.object().put("agent", agent).put("model", model);
        return caller.post("/api/sessions", wanted.toString()).expect(201);
    }

    private static JsonNode say(Caller caller, String session, String words) {
        var at = "/api/sessions/" + session;
        caller.post(at + "/messages", "{\"message\":\"" + words + "\"}").expect(201);
        return caller.get(at + "/state?wait=idle").expect(200).json();
    }

    private static String answer(JsonNode state) {
        assertThat(state.path("error").asText()).isEmpty();
        return state.at("/lastMessage/content").asText();
    }

    private static ScriptedModel.Script inTurn(ModelReply... replies) {
        var left = new ArrayDeque<>(Arrays.asList(replies));
        return _ -> left.pop();
    }

    private static List<String> told(Caller caller, String run) {
        return caller.get("/api/runs/" + run + "/messages?limit=500")
                .expect(200)
                .json()
                .path("items")
                .valueStream()
                .filter(message -> message.path("kind").asText().startsWith("tool_"))
                .map(
                        message ->
                                String.join(
                                                " ",
                                                message.path("from_agent").asText(),
                                                message.path("kind").asText(),
                                                message.at("/payload/tool").asText(),
                                                message.at("/payload/status").asText())
                                        .strip())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"openai", "anthropic", "ollama"})
    void itUsesAToolAndItsRunTellsOfIt(String provider) {
        try (var model =
                        ScriptedModel.start(
                                asked ->
                                        asked.isResult()
                                                ? ModelReply.say("it says " + asked.last())
                                                : ModelReply.call(
                                                        "bench__echo", "{\"text\":\"hi\"}"));
                var parley = parley(model)) {
            var ann = parley.person("ann");
            var session = open(ann, "sage", provider + ":scripted");
            assertThat(answer(say(ann, session.text("sessionId"), "go"))).isEqualTo("it says hi");
            assertThat(told(ann, session.text("runId")))
                    .containsExactly(
                            "sage tool_intent bench__echo",
                            "sage tool_result bench__echo completed");
            assertThat(model.asked().getFirst().tools())
                    .contains("list_agents", "ask_agent", "ask_user", "send_agent_message")
                    .contains("bench__echo", "bench__write");
        }
    }

    @Test
    void whatItDoesWrongWithToolsItIsTold() {
        try (var model =
                        ScriptedModel.start(
                                inTurn(
                                        ModelReply.call("teleport", "{}")
                                                .and("bench__echo", "{\"text\":")
                                                .and("bench__echo", "{\"txet\":\"hi\"}"),
                                        ModelReply.call("bench__flood", "{\"size\":9000}"),
                                        ModelReply.say("well")));
                var parley = parley(model)) {
            var ann = parley.person("ann");
            var session = open(ann, "sage", "openai:scripted").text("sessionId");
            var at = "/api/sessions/" + session;
            ann.post(at + "/messages", "{\"message\":\"go\"}").expect(201);
            approve(ann);
            assertThat(answer(ann.get(at + "/state?wait=idle").expect(200).json()))
                    .isEqualTo("well");
            var results =
                    model.asked().get(1).messages().stream()
                            .filter(one -> one.path("role").asText().equals("tool"))
                            .map(one -> one.path("content").asText())
                            .toList();
            assertThat(results).hasSize(3);
            assertThat(results.get(0)).startsWith("There is no tool teleport");
            assertThat(results.get(1)).startsWith("The arguments are not a JSON object");
            assertThat(results.get(2)).contains("txet");
            assertThat(model.asked().get(2).last())
                    .hasSizeLessThan(600)
                    .contains("more characters are left out");
        }
    }

    @Test
    void oneThatNeverStopsUsingToolsIsStopped() {
        try (var model =
                        ScriptedModel.start(
                                _ -> ModelReply.call("bench__echo", "{\"text\":\"again\"}"));
                var parley = parley(model)) {
            var ann = parley.person("ann");
            var session = open(ann, "sage", "openai:scripted").text("sessionId");
            assertThat(say(ann, session, "go").path("error").asText())
                    .contains("max-tool-rounds allows more");
            assertThat(model.asked()).hasSize(4);
        }
    }

    @Test
    void itsInstructionsMayNarrowItsTools() {
        try (var model =
                        ScriptedModel.start(
                                asked ->
                                        asked.isResult()
                                                ? ModelReply.say(asked.last())
                                                : ModelReply.call("bench__write", "{}"));
                var parley = parley(model)) {
            var ann = parley.person("ann");
            var session = open(ann, "reader", "openai:scripted").text("sessionId");
            assertThat(answer(say(ann, session, "go")))
                    .isEqualTo("There is no tool bench__write; there are [bench__echo]");
        }
    }

    @Test
    void whatNeedsLeaveWaitsForAPerson() throws IOException {
        var file = folder.resolve("note");
        var arguments = Json.object().put("path", file.toString()).put("text", "hello");
        try (var model =
                        ScriptedModel.start(
                                asked ->
                                        asked.isResult()
                                                ? ModelReply.say(asked.last())
                                                : ModelReply.call(
                                                        "bench__write", arguments.toString()));
                var parley = parley(model)) {
            var ann = parley.person("ann");
            var session = open(ann, "sage", "openai:scripted").text("sessionId");
            var at = "/api/sessions/" + session;
            ann.post(at + "/messages", "{\"message\":\"go\"}").expect(201);
            approve(ann);
            assertThat(answer(ann.get(at + "/state?wait=idle").expect(200).json()))
                    .isEqualTo("written");
            assertThat(Files.readString(file)).isEqualTo("hello\n");
        }
    }

    private static void approve(Caller ann) {
        var open = ann.get("/api/questions").expect(200).elements("items");
        while (open.isEmpty()) {
            open = ann.get("/api/questions").expect(200).elements("items");
        }
        var id = open.getFirst().path("question_id").asText();
        ann.post("/api/questions/" + id + "/answer", "{\"decision\":\"approve\"}").expect(201);
    }

    @Test
    void oneModelAsksAnotherAndAnswersWithWhatItLearns() {
        try (var model =
                        ScriptedModel.start(
                                asked ->
                                        asked.body().path("model").asText().equals("helper")
                                                ? ModelReply.say("seven")
                                                : asked.isResult()
                                                        ? ModelReply.say("heard " + asked.last())
                                                        : ModelReply.call(
                                                                "ask_agent",
                                                                "{\"agent_name\":\"helper\",\"question\":\"how"
                                                                        + " many?\"}"));
                var parley = parley(model)) {
            var ann = parley.person("ann");
            var session = open(ann, "sage", "openai:scripted").text("sessionId");
            assertThat(answer(say(ann, session, "go"))).startsWith("heard ").contains("seven");
            var helper =
                    model.asked().stream()
                            .filter(one -> one.body().path("model").asText().equals("helper"))
                            .toList();
            assertThat(helper).hasSize(1);
            assertThat(helper.getFirst().last()).isEqualTo("From agent:sage (QUERY):\nhow many?");
        }
    }
}
