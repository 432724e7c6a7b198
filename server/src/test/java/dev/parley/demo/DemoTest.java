package dev.parley.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestClock;
import dev.parley.TestParley;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo's story on a real hub, with a person who takes part, or not. */
@Timeout(60)
final class DemoTest {
    private static final TestClock CLOCK = new TestClock();
    private static TestParley hub;

    @BeforeAll
    static void start() {
        hub = Theatre.hub(CLOCK);
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    /** Plays one story only. */
    private static Theatre once() {
        return new Theatre(hub, CLOCK, Duration.ofHours(1));
    }

    private static String run(JsonNode question) {
        return question.path("run_id").asText();
    }

    private static List<String> lines(List<JsonNode> log) {
        return log.stream().map(Theatre::line).toList();
    }

    private static String last(List<JsonNode> log) {
        return log.stream()
                .filter(message -> message.path("kind").asText().equals("final_response"))
                .map(message -> message.path("summary").asText())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aStoryGoesFromTheUsersWordsToTheFinalResponse() {
        try (var theatre = once()) {
            var question = theatre.question("question");
            theatre.answer(question, "{\"choice\":\"slower\"}");
            var approval = theatre.question("approval");
            assertThat(approval.at("/approval/arguments").toString())
                    .isEqualTo("{\"board\":\"badge\",\"revision\":\"B\",\"pieces\":\"10\"}");
            theatre.answer(approval, "{\"decision\":\"approve\"}");

            var run = run(question);
            var log = theatre.untilTheEnd(run);
            assertThat(lines(log))
                    .containsSubsequence(
                            "user → manager message",
                            "system → broadcast intent",
                            "manager → worker intent_brief",
                            "worker → manager ack",
                            "worker → manager plan_update",
                            "worker → broadcast tool_intent",
                            "worker → broadcast tool_result",
                            "worker → manager build_update",
                            "worker → manager blocker",
                            "manager → specialist:pcb intent_brief",
                            "specialist:pcb → manager ack",
                            "specialist:pcb → broadcast tool_intent",
                            "specialist:pcb → broadcast tool_result",
                            "specialist:pcb → manager result_bundle",
                            "manager → user REQUEST_USER_INPUT",
                            "user → manager USER_RESPONSE",
                            "manager → worker clarification_reply",
                            "worker → manager build_update",
                            "worker → broadcast tool_intent",
                            "worker → broadcast tool_result",
                            "worker → manager result_bundle",
                            "system → broadcast intent",
                            "manager → user final_response");
            assertThat(lines(log)).containsOnlyOnce("manager → user final_response");
            assertThat(last(log)).contains("slower light", "10 boards of revision B are ordered");
            var seen = theatre.ann().get("/api/runs/" + run).expect(200).json();
            assertThat(seen.path("status").asText()).isEqualTo("completed");
            assertThat(seen.at("/intent_snapshot/acceptance_criteria"))
                    .hasSize(3)
                    .allSatisfy(
                            criterion -> {
                                assertThat(criterion.path("status").asText()).isEqualTo("met");
                                assertThat(criterion.path("shown_by").asText()).isNotEmpty();
                            });
            assertThat(seen.at("/intent_snapshot/approvals/0/action").asText())
                    .isEqualTo("bench__order");
            assertThat(theatre.told())
                    .contains("./parley answer ", "manager → worker", "3 of 3 criteria are met");
            requireThatAllOfParleyIsThere(theatre.ann());
        }
    }

    private static void requireThatAllOfParleyIsThere(Caller ann) {
        var task = ann.get("/api/tasks").expect(200).elements("items").getFirst();
        assertThat(task.path("state").asText()).isEqualTo("completed");
        assertThat(task.at("/worker/agent").asText()).isEqualTo("inspector");
        assertThat(ann.get("/api/agents").expect(200).all("items", "agent"))
                .contains("inspector", "manager", "specialist:pcb", "worker");
        assertThat(ann.get("/api/tools").expect(200).all("items", "name"))
                .containsExactly("bench__check", "bench__simulate", "bench__order");
        var session = ann.get("/api/sessions").expect(200).all("items", "sessionId").getFirst();
        ann.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
        assertThat(ann.get("/api/sessions/" + session + "/messages").expect(200).json())
                .asString()
                .contains("Badge, revision B", "\"role\":\"assistant\"");
        var check = hub.owner().get("/api/check").expect(200);
        assertThat(check.elements("findings")).isEmpty();
    }

    @Test
    void withoutAnAnswerItGoesOnWithWhatDoesNoHarm() {
        try (var theatre = once()) {
            var question = theatre.question("question");
            theatre.nobodyAnswers();
            theatre.question("approval");
            theatre.nobodyAnswers();

            var log = theatre.untilTheEnd(run(question));
            assertThat(last(log)).contains("dimmer light", "nothing was ordered");
            assertThat(lines(log)).doesNotContain("user → manager USER_RESPONSE");
            assertThat(log.toString()).doesNotContain("calls bench__order");
            assertThat(theatre.ann().get("/api/questions").elements("items")).isEmpty();
        }
    }

    @Test
    void whatAPersonDeniesIsNotDone() {
        try (var theatre = once()) {
            var question = theatre.question("question");
            theatre.answer(question, "{\"choice\":\"dimmer\"}");
            theatre.answer(theatre.question("approval"), "{\"decision\":\"deny\"}");

            var log = theatre.untilTheEnd(run(question));
            assertThat(last(log)).contains("nothing was ordered");
            assertThat(log.toString()).doesNotContain("calls bench__order");
        }
    }

    @Test
    void aPersonsWordBecomesTheManagersDecision() {
        try (var theatre = once()) {
            var question = theatre.question("question");
            var run = run(question);
            theatre.ann()
                    .post("/api/runs/" + run + "/steer", "{\"message\":\"make it green\"}")
                    .expect(201);
            var decision = theatre.await(run, "decision", 0);
            assertThat(Theatre.line(decision)).isEqualTo("manager → worker decision");
            assertThat(decision.path("summary").asText()).contains("make it green");
            theatre.await(run, "plan_update", decision.path("seq").asLong());
            theatre.answer(question, "{\"choice\":\"dimmer\"}");
            theatre.answer(theatre.question("approval"), "{\"decision\":\"deny\"}");

            assertThat(last(theatre.untilTheEnd(run))).endsWith("As you wished: make it green.");
        }
    }

    @Test
    void aPauseHoldsEverybodyUntilItIsOver() {
        try (var theatre = once()) {
            var question = theatre.question("question");
            var run = run(question);
            theatre.ann().post("/api/runs/" + run + "/pause", "{}").expect(200);
            theatre.answer(question, "{\"choice\":\"slower\"}");
            var answered = theatre.await(run, "USER_RESPONSE", 0).path("seq").asLong();
            theatre.ann().post("/api/runs/" + run + "/resume", "{}").expect(200);
            theatre.answer(theatre.question("approval"), "{\"decision\":\"deny\"}");

            var after = lines(theatre.untilTheEnd(run)).stream().skip(answered).limit(3).toList();
            assertThat(after)
                    .as("nothing by agents before it is resumed")
                    .endsWith("manager → worker clarification_reply");
        }
    }

    @Test
    void aStoryThatIsCancelledEndsAndAnotherBegins() {
        try (var theatre = new Theatre(hub, CLOCK, Duration.ZERO)) {
            var question = theatre.question("question");
            var run = run(question);
            theatre.ann().post("/api/runs/" + run + "/cancel", "{}").expect(200);
            var next = theatre.question("question");
            assertThat(run(next)).isNotEqualTo(run);
            assertThat(lines(theatre.untilTheEnd(run)))
                    .doesNotContain("manager → user final_response");
        }
    }

    @Test
    void aDemoThatIsClosedLeavesNoStoryUnderWay() {
        String run;
        try (var theatre = once()) {
            run = run(theatre.question("question"));
        }
        assertThat(hub.owner().get("/api/runs/" + run).expect(200).text("status"))
                .isEqualTo("cancelled");
    }

    @Test
    void theLongerNobodyTakesPartTheLongerItRests() {
        var pace = Pace.ofBeat(Duration.ofSeconds(2));
        assertThat(pace.restAfter(0)).isEqualTo(Duration.ofSeconds(10));
        assertThat(pace.restAfter(2)).isEqualTo(Duration.ofSeconds(40));
        assertThat(pace.restAfter(1_000)).isEqualTo(Duration.ofMinutes(15));
    }
}
