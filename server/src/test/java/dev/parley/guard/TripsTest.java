package dev.parley.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TripsTest {
    private static final String TO_BOB = "{\"to\":\"worker\",\"kind\":\"status_check\"}";

    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;
    private static Caller carol;
    private static Caller ann;
    private String run = "";

    @BeforeAll
    static void start() {
        parley =
                TestParley.with("guards.internal-loop", "4")
                        .with("guards.clarification-loop", "2")
                        .with("guards.trace-hops", "3")
                        .start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        carol = parley.agent("carol");
        ann = parley.person("ann");
    }

    @AfterAll
    static void theLogsAgreeWithIt() {
        assertThat(parley.owner().get("/api/check").text()).contains("\"ok\":true");
        parley.close();
    }

    @BeforeEach
    void aManagedRun() {
        run =
                alice.run(
                        """
                        {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}""");
    }

    @Test
    void agentsThatTalkOnlyAmongThemselvesAreStoppedUntilAPersonLetsThemGoOn() {
        for (int i = 0; i < 4; i++) {
            alice.say(run, TO_BOB);
        }
        var id = post(alice, TO_BOB).expect(Problem.INTERNAL_LOOP).text("question_id");
        assertThat(ann.get("/api/runs/" + run).text("status")).isEqualTo("waiting");
        assertThat(log())
                .containsExactly(
                        "status_check",
                        "status_check",
                        "status_check",
                        "status_check",
                        "question",
                        "status");
        assertThat(
                        post(bob, "{\"to\":\"manager\",\"kind\":\"plan_update\"}")
                                .expect(Problem.RUN_PAUSED)
                                .text("question_id"))
                .isEqualTo(id);
        var question = ann.get("/api/questions/" + id).expect(200);
        assertThat(question.text("guard")).isEqualTo("internal-loop");
        assertThat(question.text("asked_by")).isEqualTo("system");
        answer(id, "maybe").expect(Problem.BAD_VALUE);

        answer(id, "continue").expect(201);
        answer(id, "continue").expect(200);
        answer(id, "stop").expect(Problem.QUESTION_CLOSED);
        assertThat(ann.get("/api/runs/" + run).text("status")).isEqualTo("running");
        for (int i = 0; i < 4; i++) {
            alice.say(run, TO_BOB);
        }
        post(alice, TO_BOB).expect(Problem.INTERNAL_LOOP);
    }

    @Test
    void anythingThatTheUserSeesBeginsTheCountAnew() {
        for (int i = 0; i < 4; i++) {
            alice.say(run, TO_BOB);
        }
        bob.say(run, "{\"to\":\"manager\",\"kind\":\"build_update\"}");
        alice.say(run, TO_BOB);
    }

    @Test
    void stopCancelsTheRunWithEverythingThatIsAskedInIt() {
        alice.say(run, "{\"to\":\"user\",\"kind\":\"REQUEST_USER_INPUT\",\"summary\":\"?\"}");
        for (int i = 0; i < 4; i++) {
            alice.say(run, TO_BOB);
        }
        var id = post(alice, TO_BOB).expect(Problem.INTERNAL_LOOP).text("question_id");
        answer(id, "stop").expect(201);
        assertThat(ann.get("/api/runs/" + run).text("status")).isEqualTo("cancelled");
        assertThat(ann.get("/api/questions/" + run + ".1").text("state")).isEqualTo("cancelled");
        assertThat(log()).endsWith("question", "status", "question", "question", "status");
        post(alice, TO_BOB).expect(Problem.RUN_ENDED);
    }

    @Test
    void aRunThatIsResumedOtherwiseNeedsNoAnswerAnyMore() {
        for (int i = 0; i < 4; i++) {
            alice.say(run, TO_BOB);
        }
        var id = post(alice, TO_BOB).expect(Problem.INTERNAL_LOOP).text("question_id");
        ann.post("/api/runs/" + run + "/resume", "{}").expect(200);
        assertThat(ann.get("/api/questions/" + id).text("state")).isEqualTo("cancelled");
        alice.say(run, TO_BOB);
    }

    @Test
    void aCancelledRunAsksNothingMore() {
        alice.say(run, "{\"to\":\"user\",\"kind\":\"REQUEST_USER_INPUT\",\"summary\":\"?\"}");
        ann.post("/api/runs/" + run + "/cancel", "{}").expect(200);
        assertThat(ann.get("/api/questions/" + run + ".1").text("state")).isEqualTo("cancelled");
    }

    @Test
    void aRepetitionMeetsNoGuard() {
        var first = TO_BOB.replace("}", ",\"message_id\":\"m1\"}");
        alice.say(run, first);
        for (int i = 0; i < 3; i++) {
            alice.say(run, TO_BOB);
        }
        assertThat(post(alice, first).expect(200).json().path("duplicate").asBoolean()).isTrue();
        assertThat(ann.get("/api/runs/" + run).text("status")).isEqualTo("running");
        post(alice, TO_BOB).expect(Problem.INTERNAL_LOOP);
        post(alice, first).expect(200);
    }

    @Test
    void askingBackAgainAndAgainAboutOneAssignmentIsPutToAPerson() {
        alice.say(
                run,
                "{\"to\":\"worker\",\"kind\":\"intent_brief\",\"visibility\":\"user_visible\"}");
        clarify("q1");
        clarify("q2");
        var again = question("q3");
        var refused = post(bob, again).expect(Problem.CLARIFICATION_LOOP);
        assertThat(refused.text("detail")).contains("bob has asked back 2 times");
        answer(refused.text("question_id"), "continue").expect(201);
        clarify("q3");
        clarify("q4");
        post(bob, question("q5")).expect(Problem.CLARIFICATION_LOOP);
    }

    @Test
    void aTriangleIsCaughtAndNamed() {
        run = alice.run("{\"protocol\":\"open\"}");
        alice.say(run, "{\"to\":\"bob\",\"kind\":\"QUERY\"}");
        bob.say(run, "{\"to\":\"carol\",\"kind\":\"intent_brief\"}");
        var refused = post(carol, "{\"to\":\"alice\",\"kind\":\"QUERY\"}").expect(Problem.CYCLE);
        assertThat(refused.text("detail"))
                .contains("carol waits for alice waits for bob waits for carol");
        var question = ann.get("/api/questions/" + refused.text("question_id"));
        assertThat(question.text("text")).contains("carol waits for alice waits for bob");
        assertThat(log()).containsExactly("QUERY", "intent_brief", "question", "status");
        answer(refused.text("question_id"), "continue").expect(201);
        carol.say(run, "{\"to\":\"bob\",\"kind\":\"result_bundle\"}");
    }

    @Test
    void whoeverWouldCloseACircleIsToldToReplyAndTheReplyLetsTheRunGoOn() {
        run = alice.run("{\"protocol\":\"open\"}");
        alice.say(run, "{\"to\":\"bob\",\"kind\":\"QUERY\",\"message_id\":\"which-port\"}");
        alice.say(run, "{\"to\":\"carol\",\"kind\":\"QUERY\",\"message_id\":\"other\"}");
        var refused = post(bob, "{\"to\":\"alice\",\"kind\":\"QUERY\"}").expect(Problem.CYCLE);
        assertThat(refused.text("detail"))
                .endsWith(
                        "or until you reply to which-port, which alice waits for; if you have a"
                                + " question, reply with it");
        var id = refused.text("question_id");
        assertThat(post(bob, "{\"to\":\"alice\"}").expect(Problem.RUN_PAUSED).text("detail"))
                .contains("unless it is a reply that ends the cycle");
        post(carol, "{\"to\":\"alice\",\"kind\":\"ANSWER\",\"parent_id\":\"other\"}")
                .expect(Problem.RUN_PAUSED);
        bob.say(run, "{\"to\":\"alice\",\"kind\":\"ANSWER\",\"parent_id\":\"which-port\"}");
        assertThat(ann.get("/api/runs/" + run).text("status")).isEqualTo("running");
        assertThat(ann.get("/api/questions/" + id).text("state")).isEqualTo("cancelled");
        assertThat(log())
                .containsExactly(
                        "QUERY", "QUERY", "question", "status", "question", "status", "ANSWER");
        bob.say(run, "{\"to\":\"alice\",\"kind\":\"QUERY\"}");
    }

    @Test
    void askingBackWhoeverGaveTheWorkIsNoCircle() {
        run = alice.run("{\"protocol\":\"open\"}");
        alice.say(run, "{\"to\":\"bob\",\"kind\":\"intent_brief\"}");
        alice.say(run, "{\"to\":\"bob\",\"kind\":\"intent_brief\"}");
        bob.say(run, "{\"to\":\"alice\",\"kind\":\"QUERY\",\"message_id\":\"q\"}");
        alice.say(run, "{\"to\":\"bob\",\"kind\":\"ANSWER\",\"parent_id\":\"q\"}");
        post(bob, "{\"to\":\"alice\",\"kind\":\"intent_brief\"}").expect(Problem.CYCLE);
    }

    @Test
    void aChainOfMessagesMayNotGoOnForEver() {
        run = alice.run("{\"protocol\":\"open\"}");
        alice.say(run, "{\"to\":\"bob\",\"message_id\":\"m0\"}");
        for (int i = 1; i <= 3; i++) {
            alice.say(run, after(i));
        }
        post(alice, after(4)).expect(Problem.TRACE_HOPS);
        assertThat(ann.get("/api/runs/" + run).text("status")).isEqualTo("running");
        post(ann, after(4)).expect(201);
    }

    private static String after(int i) {
        return "{\"to\":\"bob\",\"message_id\":\"m%d\",\"parent_id\":\"m%d\"}".formatted(i, i - 1);
    }

    private void clarify(String id) {
        bob.say(run, question(id));
        alice.say(
                run,
                "{\"to\":\"worker\",\"kind\":\"clarification_reply\",\"parent_id\":\""
                        + id
                        + "\"}");
        bob.say(run, "{\"to\":\"manager\",\"kind\":\"build_update\"}");
    }

    private static String question(String id) {
        return "{\"to\":\"manager\",\"kind\":\"clarification_request\",\"message_id\":\""
                + id
                + "\"}";
    }

    private Reply post(Caller caller, String json) {
        return caller.post("/api/runs/" + run + "/messages", json);
    }

    private static Reply answer(String id, String choice) {
        return ann.post("/api/questions/" + id + "/answer", "{\"choice\":\"" + choice + "\"}");
    }

    private List<String> log() {
        return ann.get("/api/runs/" + run + "/messages").all("items", "kind");
    }

    @Test
    void whatAnAgentOnlyCallsVisibleDoesNotBeginTheCountAnew() {
        var shown = TO_BOB.replace("}", ",\"visibility\":\"user_visible\"}");
        for (int i = 0; i < 4; i++) {
            alice.say(run, shown);
        }
        post(alice, shown).expect(Problem.INTERNAL_LOOP);
    }

    @Test
    void whoeverDelegatesOnIsOnTheSameChainWithoutSayingSo() {
        var open = alice.run("{}");
        alice.say(open, "{\"to\":\"bob\",\"kind\":\"DELEGATE\",\"message_id\":\"m0\"}");
        bob.say(open, "{\"to\":\"carol\",\"kind\":\"DELEGATE\",\"message_id\":\"m1\"}");
        carol.say(open, "{\"to\":\"dave\",\"kind\":\"DELEGATE\",\"message_id\":\"m2\"}");
        var dave = parley.agent("dave");
        dave.say(open, "{\"to\":\"eve\",\"kind\":\"DELEGATE\",\"message_id\":\"m3\"}");
        var last = dave.get("/api/runs/" + open + "/messages/m3").json().path("trace");
        assertThat(last.path("trace_id").asText()).isEqualTo("m0");
        assertThat(last.path("hop_count").asInt()).isEqualTo(3);
        parley.agent("eve")
                .post("/api/runs/" + open + "/messages", "{\"to\":\"frank\",\"kind\":\"DELEGATE\"}")
                .expect(Problem.TRACE_HOPS);
    }
}
