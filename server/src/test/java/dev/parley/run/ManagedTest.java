package dev.parley.run;

import static dev.parley.run.Conversation.about;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A manager, its workers and a user: who may say what, and what it means for them. */
class ManagedTest {
    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;
    private static Caller pcb;
    private static Caller ann;
    private Conversation talk;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        pcb = parley.agent("pcb");
        ann = parley.person("ann");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @BeforeEach
    void begin() {
        var run =
                ann.run(
                        """
                        {"protocol":"managed","participants":
                         {"manager":"alice","worker":"bob","specialist:pcb":"pcb"}}
                        """);
        talk = new Conversation(run, ann);
    }

    @ParameterizedTest
    @CsvSource({
        "intent_brief, down",
        "clarification_request, up",
        "clarification_reply, down",
        "plan_update, up",
        "tool_intent, up",
        "tool_result, up",
        "build_update, up",
        "blocker, up",
        "decision, down",
        "status_check, down",
        "status_reply, up",
        "result_bundle, up",
        "cancel, down",
    })
    void aKindRunsOneWayAndNotTheOther(String kind, String way) {
        var up = talk.send(bob, kind, "manager");
        var down = talk.send(alice, kind, "worker");
        (way.equals("up") ? up : down).expect(201);
        (way.equals("up") ? down : up).expect(Problem.WRONG_DIRECTION);
        talk.send(bob, kind, "specialist:pcb").expect(Problem.WRONG_DIRECTION);
    }

    @Test
    void whoeverSendsTheWrongKindIsToldWhichGoThatWay() {
        assertThat(talk.send(alice, "message", "worker").text("detail"))
                .contains("message runs from the user", "may be sent there is intent_brief, ");
        assertThat(talk.send(bob, "REPORT", "specialist:pcb").text("detail"))
                .endsWith("workers send to manager only");
    }

    @Test
    void onlyTheManagerSpeaksToTheUser() {
        talk.send(bob, "final_response", "user").expect(Problem.NOT_NARRATOR);
        talk.send(pcb, "final_response", "user").expect(Problem.NOT_NARRATOR);
        talk.say(alice, "final_response", "user", "\"summary\":\"done\"");
        assertThat(talk.status()).isEqualTo("completed");
        assertThat(talk.now().text("summary")).isEqualTo("done");
    }

    @Test
    void whatAWorkerWouldAskTheUserGoesToTheManager() {
        talk.say(alice, "intent_brief", "worker");
        talk.say(bob, "REQUEST_USER_INPUT", "user", "\"summary\":\"which board?\"");
        var log = ann.get(talk.path("/messages?after=1"));
        assertThat(log.all("items", "kind")).containsExactly("REQUEST_USER_INPUT");
        assertThat(log.all("items", "to_agent")).containsExactly("manager");
        assertThat(talk.state("bob")).isEqualTo("waiting_for_user");
    }

    @Test
    void aBriefIsWorkedOnAskedAboutAndReported() {
        talk.say(ann, "message", "manager");
        assertThat(talk.state("alice")).isEqualTo("analyzing");
        var brief = talk.say(alice, "intent_brief", "worker");
        assertThat(talk.state("alice")).isEqualTo("waiting_for_child");
        assertThat(talk.state("bob")).isEqualTo("analyzing");
        talk.say(bob, "plan_update", "manager");
        assertThat(talk.state("bob")).isEqualTo("executing");
        var request = talk.say(bob, "clarification_request", "manager");
        assertThat(talk.state("bob")).isEqualTo("waiting_for_parent");
        talk.say(alice, "clarification_reply", "worker", about(request));
        assertThat(talk.state("bob")).isEqualTo("executing");
        talk.say(bob, "result_bundle", "manager", about(brief));
        assertThat(talk.state("bob")).isEqualTo("completed");
        assertThat(talk.state("alice")).isEqualTo("executing");
    }

    @Test
    void aBlockerHoldsTheRunUpUntilTheManagerDecides() {
        talk.say(alice, "intent_brief", "worker");
        talk.say(bob, "blocker", "manager");
        assertThat(talk.status()).isEqualTo("waiting");
        assertThat(talk.state("bob")).isEqualTo("waiting_for_parent");
        talk.say(alice, "decision", "worker", "\"payload\":{\"decision\":\"approve\"}");
        assertThat(talk.status()).isEqualTo("running");
        assertThat(talk.state("bob")).isEqualTo("executing");
        var intent = talk.now().json().path("intent_snapshot");
        assertThat(intent.path("decisions").path(0).path("decision").asText()).isEqualTo("approve");
        assertThat(intent.path("approvals")).hasSize(1);
    }

    @Test
    void aDecisionIsOneOfThree() {
        for (var decision : new String[] {"approve", "deny", "change_scope"}) {
            talk.say(
                    alice, "decision", "worker", "\"payload\":{\"decision\":\"" + decision + "\"}");
        }
        talk.send(alice, "decision", "worker", "\"payload\":{\"decision\":\"maybe\"}")
                .expect(Problem.BAD_VALUE);
    }

    @Test
    void whoHasReportedNeedsANewAssignmentBeforeItGoesOn() {
        talk.say(alice, "intent_brief", "worker");
        talk.say(bob, "result_bundle", "manager");
        talk.send(bob, "plan_update", "manager").expect(Problem.ILLEGAL_TRANSITION);
        talk.say(alice, "intent_brief", "worker");
        talk.say(bob, "plan_update", "manager");
    }

    @Test
    void twoAssignmentsAreWaitedForTogether() {
        talk.say(alice, "intent_brief", "worker");
        talk.say(alice, "intent_brief", "specialist:pcb");
        talk.say(bob, "result_bundle", "manager");
        assertThat(talk.state("alice")).isEqualTo("waiting_for_child");
        talk.say(pcb, "result_bundle", "manager");
        assertThat(talk.state("alice")).isEqualTo("executing");
    }

    @Test
    void aCancelledAssignmentLeavesItsHolderIdleAndItsGiverFree() {
        talk.say(alice, "intent_brief", "worker");
        talk.say(bob, "clarification_request", "manager");
        talk.say(alice, "cancel", "worker");
        assertThat(talk.state("bob")).isEqualTo("idle");
        assertThat(talk.state("alice")).isEqualTo("executing");
    }

    @Test
    void aReplyAcksWhatItReplies() {
        var check = talk.say(alice, "status_check", "worker", "\"requires_ack\":true");
        assertThat(talk.now().json().path("pending_acks")).hasSize(1);
        talk.say(bob, "status_reply", "manager", about(check));
        assertThat(talk.now().json().path("pending_acks")).isEmpty();
    }

    @Test
    void nobodySendsToItselfOrToSomebodyWhoTakesNoPart() {
        talk.send(alice, "intent_brief", "alice").expect(Problem.SELF_SEND);
        talk.send(alice, "intent_brief", "stranger").expect(Problem.NOT_A_PARTICIPANT);
    }

    @Test
    void aManagedRunNeedsAManagerAndKnowsItsRoles() {
        ann.post("/api/runs", "{\"protocol\":\"managed\",\"participants\":{\"worker\":\"bob\"}}")
                .expect(Problem.BAD_VALUE);
        ann.post(
                        "/api/runs",
                        "{\"protocol\":\"managed\",\"participants\":{\"manager\":\"a\",\"boss\":\"b\"}}")
                .expect(Problem.BAD_VALUE);
    }

    @Test
    void oneAgentAloneWorksToo() {
        var run = ann.run("{\"protocol\":\"managed\",\"participants\":{\"manager\":\"alice\"}}");
        var alone = new Conversation(run, ann);
        alone.say(ann, "message", "manager");
        alone.say(alice, "final_response", "user");
        assertThat(alone.status()).isEqualTo("completed");
        assertThat(alone.state("alice")).isEqualTo("completed");
    }
}
