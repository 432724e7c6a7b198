package dev.parley.session;

import static dev.parley.session.AcpStage.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An agent that speaks the Agent Client Protocol. */
@Timeout(60)
class AcpAgentTest {
    @TempDir Path folder = Path.of("");

    @Test
    void itIsGreetedOpensItsSessionInItsFolderAndAnswers() {
        try (var stage = AcpStage.start(folder, "")) {
            var session = stage.open();
            var state = stage.say(session, "hello");
            assertThat(words(state)).isEqualTo("hello");
            assertThat(state.path("isActive").asBoolean()).isTrue();
            var hello = stage.sent("initialize").getFirst();
            assertThat(hello.path("protocolVersion").asInt()).isEqualTo(1);
            assertThat(hello.at("/clientCapabilities/terminal").asBoolean(true)).isFalse();
            var opened = stage.sent("session/new").getFirst();
            assertThat(opened.path("cwd").asText()).isEqualTo(folder.toString());
            var about = stage.sent("session/prompt").getFirst().path("_meta");
            assertThat(about.path("parley.dev/from").asText()).isEqualTo("user");
            assertThat(words(stage.say(session, "once more"))).isEqualTo("once more");
            assertThat(stage.sent("initialize")).hasSize(1);
            assertThat(words(stage.say(session, "files"))).isEqualTo("-32601");
            assertThat(words(stage.say(session, "env")).split(" "))
                    .contains(
                            "PARLEY_AGENT",
                            "PARLEY_ROLE",
                            "PARLEY_RUN",
                            "PARLEY_SESSION",
                            "PARLEY_TOKEN",
                            "PARLEY_URL");
        }
    }

    @Test
    void itsChunksAreOneAnswerAndItsThoughtsNobodysBusiness() {
        try (var stage = AcpStage.start(folder, "")) {
            var session = stage.open();
            assertThat(words(stage.say(session, "chunks"))).isEqualTo("Hello\n\nagain");
            assertThat(words(stage.say(session, "tools"))).isEqualTo("Let me see.\n\nDone.");
            assertThat(stage.log(session, "tool_intent", "tool_result", "plan_update"))
                    .extracting(line -> line.path("summary").asText())
                    .containsExactly(
                            "0 of 1 done, next: look",
                            "Read a.txt",
                            "Read a.txt: completed",
                            "1 of 1 done");
            var intent = stage.log(session, "tool_intent").getFirst().path("payload");
            assertThat(intent.at("/arguments/path").asText()).isEqualTo("a.txt");
            assertThat(intent.path("tool").asText()).isEqualTo("read");
            var result = stage.log(session, "tool_result").getFirst().path("payload");
            assertThat(result.path("content").toString()).contains("three lines");
            assertThat(result.path("output").asText()).hasSize(8_000).endsWith("…");
        }
    }

    @Test
    void whatGoesWrongIsAnErrorInWordsAndTheNextMessageIsAnswered() {
        try (var stage = AcpStage.start(folder, "")) {
            var session = stage.open();
            Map.of(
                            "refusal", "it refuses to go on; it said: so far",
                            "cancelled", "it has stopped by itself; it said: so far",
                            "error", "it refuses session/prompt: Internal error: no quota",
                            "crash", "it has ended with code 7; it said: out of luck",
                            "endless", "its answer has more than 131072 characters")
                    .forEach(
                            (order, why) -> {
                                var state = stage.say(session, order);
                                assertThat(state.path("status").asText()).isEqualTo("error");
                                assertThat(state.path("error").asText()).isEqualTo(why);
                            });
            assertThat(words(stage.say(session, "max_tokens")))
                    .endsWith("so far\n\n[it has reached its limit of tokens]");
        }
    }

    @Test
    void whatIsNoMessageIsPassedOverAndNoted() {
        try (var stage = AcpStage.start(folder, "")) {
            var session = stage.open();
            assertThat(words(stage.say(session, "garbage"))).isEqualTo("still here");
            assertThat(stage.parley().owner().get("/api/audit").text())
                    .contains("protocol-violation");
            assertThat(stage.say(session, "silent").toString()).contains("it has said nothing");
        }
    }

    @Test
    void aTurnLeavesNoMoreInTheLogThanItHolds() {
        try (var stage = AcpStage.start(folder, "")) {
            var session = stage.open();
            assertThat(words(stage.say(session, "many steps"))).isEqualTo("done");
            assertThat(stage.log(session, "tool_intent", "tool_result")).hasSize(500);
        }
    }

    @ParameterizedTest
    @CsvSource(
            textBlock =
                    """
                    mute,   it has not answered initialize within 1 seconds
                    newer,  it speaks version 2 of ACP
                    locked, somebody must log in first
                    """)
    void anAgentWithWhomNoSessionCanBeOpenedSaysWhy(String mode, String why) {
        try (var stage = AcpStage.start(folder, mode, "timeout: 1")) {
            var session = stage.open();
            assertThat(stage.say(session, "hello").path("error").asText()).contains(why);
            awaitEnd(stage, session);
        }
    }

    @Test
    void aTurnThatTakesTooLongIsCalledOff() {
        try (var stage = AcpStage.start(folder, "", "timeout: 1")) {
            var session = stage.open();
            assertThat(stage.say(session, "wait").path("error").asText())
                    .isEqualTo("it has not answered session/prompt within 1 seconds");
            assertThat(stage.sent("session/cancel")).hasSize(1);
            assertThat(words(stage.say(session, "hello"))).isEqualTo("hello");
            assertThat(stage.sent("initialize")).hasSize(1);
        }
    }

    /** The turn has failed already while its process is being ended. */
    private static void awaitEnd(AcpStage stage, String session) {
        while (isActive(stage, session)) {
            assertThat(Thread.interrupted()).as("its process is still there").isFalse();
        }
    }

    private static boolean isActive(AcpStage stage, String session) {
        return stage.idle(session).path("isActive").asBoolean();
    }

    @Test
    void whoeverIsStoppedGoesOnWithTheNextAndWhatItWasAtIsLetGo() {
        try (var stage = AcpStage.start(folder, "")) {
            var session = stage.open();
            stage.tell(session, "wait");
            stage.await("session/prompt", 1);
            stage.ann().post("/api/sessions/" + session + "/stop", "{}").expect(200);
            stage.await("session/cancel", 1);
            assertThat(words(stage.say(session, "hello"))).isEqualTo("hello");
            assertThat(stage.sent("initialize")).hasSize(1);
            assertThat(stage.log(session, "tool_result"))
                    .extracting(line -> line.path("summary").asText())
                    .containsExactly("Sleep: cancelled");
        }
    }

    @Test
    void whoeverDoesNotStopIsEndedAndStartedAgain() {
        try (var stage = AcpStage.start(folder, "")) {
            var session = stage.open();
            stage.tell(session, "deaf");
            stage.await("session/prompt", 1);
            stage.ann().post("/api/sessions/" + session + "/stop", "{}").expect(200);
            var state = stage.say(session, "hello");
            assertThat(words(state)).endsWith("What is said now: / hello");
            assertThat(stage.sent("initialize")).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"options,session/set_config_option,value", "models,session/set_model,modelId"})
    void itsModelIsSetWhereItOffersOne(String mode, String method, String field) {
        try (var stage = AcpStage.start(folder, mode)) {
            var session = stage.open("{\"agent\":\"coder\",\"model\":\"large\"}");
            assertThat(words(stage.say(session, "hello"))).isEqualTo("hello");
            JsonNode sent = stage.sent(method).getFirst();
            assertThat(sent.path(field).asText()).isEqualTo("large");
            var other = stage.open("{\"agent\":\"coder\",\"model\":\"huge\"}");
            assertThat(stage.say(other, "hello").path("error").asText())
                    .isEqualTo("it has no model huge, it offers one of large");
        }
    }
}
