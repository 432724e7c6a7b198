package dev.parley.session;

import static dev.parley.session.AcpStage.words;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens when an agent that speaks ACP asks whether it may. */
@Timeout(60)
class AcpPermissionTest {
    @TempDir Path folder = Path.of("");

    private static String question(AcpStage stage) {
        var open = stage.ann().get("/api/questions?wait=20").expect(200);
        var asked = open.elements("items").getFirst();
        assertThat(asked.path("text").asText())
                .isEqualTo("coder wants to do this: Delete everything. May it?");
        assertThat(asked.at("/approval/action").asText()).isEqualTo("delete");
        assertThat(asked.at("/approval/arguments/arguments/path").asText()).isEqualTo("/");
        return asked.path("question_id").asText();
    }

    private static String open(AcpStage stage) {
        return stage.ann().get("/api/questions").expect(200).elements("items").toString();
    }

    @Test
    void aPersonGrantsItOnceOrDeniesItWithAReason() {
        try (var stage = AcpStage.start(folder, "")) {
            var session = stage.open();
            stage.tell(session, "ask");
            var first = question(stage);
            stage.ann()
                    .post("/api/questions/" + first + "/answer", "{\"decision\":\"approve\"}")
                    .expect(201);
            assertThat(words(stage.idle(session)))
                    .isEqualTo(
                            "{\"outcome\": {\"outcome\": \"selected\", \"optionId\": \"opt-allow_once\"}}");
            stage.tell(session, "ask");
            var second = question(stage);
            assertThat(second).isNotEqualTo(first);
            stage.ann()
                    .post(
                            "/api/questions/" + second + "/answer",
                            "{\"decision\":\"deny\",\"reason\":\"not today\"}")
                    .expect(201);
            var told = Json.parseTrusted(words(stage.idle(session)));
            assertThat(told.at("/outcome/optionId").asText()).isEqualTo("opt-reject_once");
            assertThat(told.path("_meta").toString()).contains("not today");
        }
    }

    @Test
    void whoIsAskedIsToldWhenTheTurnEnds() {
        try (var stage = AcpStage.start(folder, "", "timeout: 300")) {
            stage.tell(stage.open(), "ask");
            var asked =
                    stage.ann()
                            .get("/api/questions?wait=20")
                            .expect(200)
                            .elements("items")
                            .getFirst();
            assertThat(asked.path("deadline_at").asDouble() - asked.path("created_at").asDouble())
                    .isBetween(240.0, 300.0);
        }
    }

    @Test
    void aPersonSeesTheWholeOfWhatIsToBeApproved() {
        try (var stage = AcpStage.start(folder, "")) {
            var session = stage.open();
            stage.tell(session, "ask at length");
            var open = stage.ann().get("/api/questions?wait=20").expect(200);
            var asked = open.elements("items").getFirst();
            assertThat(asked.at("/approval/arguments/arguments/command").asText())
                    .hasSizeGreaterThan(20_000)
                    .endsWith("rm -rf /");
            assertThat(stage.log(session, "tool_intent").getFirst().toString())
                    .as("the log need not hold all of it")
                    .doesNotContain("rm -rf");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "ask at endless length,at most 65536",
        "ask by half,what it wants to do",
        "ask for good,allow_once"
    })
    void whatNobodyCanJudgeOrGrantForOnceIsDenied(String words, String reason) {
        try (var stage = AcpStage.start(folder, "")) {
            assertThat(words(stage.say(stage.open(), words)))
                    .contains("opt-reject_once")
                    .contains(reason);
            assertThat(open(stage)).isEqualTo("[]");
        }
    }

    @Test
    void aRuleGivesNoLeaveForGoodEither() {
        try (var stage = AcpStage.start(folder, "", "permissions: allow")) {
            assertThat(words(stage.say(stage.open(), "ask for good"))).contains("opt-reject_once");
        }
    }

    @Test
    void whatIsAskedInATurnThatIsStoppedIsWithdrawn() {
        try (var stage = AcpStage.start(folder, "")) {
            var session = stage.open();
            stage.tell(session, "ask");
            var question = question(stage);
            stage.ann().post("/api/sessions/" + session + "/stop", "{}").expect(200);
            assertThat(open(stage)).isEqualTo("[]");
            assertThat(stage.ann().get("/api/questions/" + question).text("state"))
                    .isEqualTo("cancelled");
            stage.await("session/cancel", 1);
            assertThat(words(stage.say(session, "hello"))).isEqualTo("hello");
            assertThat(stage.frames().toString()).contains("{\"outcome\":\"cancelled\"}");
        }
    }

    @Test
    void whatIsAskedInATurnThatARestartCutsShortIsWithdrawn() {
        try (var stage = AcpStage.start(folder, "")) {
            var session = stage.open();
            stage.tell(session, "ask");
            question(stage);
            stage.restart();
            assertThat(stage.idle(session).path("error").asText()).contains("the hub was stopped");
            assertThat(open(stage)).isEqualTo("[]");
        }
    }

    @Test
    void aRuleAnswersWherePeopleNeedNotBeAsked() {
        try (var stage = AcpStage.start(folder, "", "permissions: allow")) {
            var session = stage.open();
            assertThat(words(stage.say(session, "ask"))).contains("opt-allow_once");
            assertThat(words(stage.say(session, "ask oddly"))).contains("cancelled");
        }
    }

    @Test
    void aRuleMayAlsoDeny() {
        try (var stage = AcpStage.start(folder, "", "permissions: deny")) {
            assertThat(words(stage.say(stage.open(), "ask")))
                    .contains("opt-reject_once")
                    .contains("permissions: deny");
            assertThat(open(stage)).isEqualTo("[]");
        }
    }
}
