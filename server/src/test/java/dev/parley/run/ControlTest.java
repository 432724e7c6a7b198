package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A person can see, hold up, let go and stop a run. */
class ControlTest {
    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;
    private static Caller ann;
    private Conversation talk;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
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
                        {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}
                        """);
        talk = new Conversation(run, ann);
    }

    @Test
    void aWordOfAPersonIsQueuedForTheManager() {
        var first = ann.post(talk.path("/steer"), "{\"message\":\"faster\"}").expect(201);
        assertThat(first.number("queued")).isEqualTo(1);
        var second = ann.post(talk.path("/steer"), "{\"message\":\"no, slower\"}").expect(201);
        assertThat(second.number("queued")).isEqualTo(2);
        var pulled = alice.post(talk.path("/pull"), "{}").expect(200);
        assertThat(pulled.all("messages", "summary")).containsExactly("faster", "no, slower");
    }

    @Test
    void theSameWordSaidAgainIsQueuedOnce() {
        var word = "{\"message\":\"faster\",\"message_id\":\"w1\"}";
        var first = ann.post(talk.path("/steer"), word).expect(201);
        var again = ann.post(talk.path("/steer"), word).expect(200);
        assertThat(again.number("seq")).isEqualTo(first.number("seq"));
        assertThat(again.json().path("duplicate").asBoolean()).isTrue();
        assertThat(again.number("queued")).isEqualTo(1);
    }

    @Test
    void steeringARunThatHasEndedQueuesNothingAndTellsTheStatus() {
        talk.say(alice, "final_response", "user");
        var reply = ann.post(talk.path("/steer"), "{\"message\":\"wait\"}").expect(200);
        assertThat(reply.text("status")).isEqualTo("completed");
        assertThat(reply.json().has("queued")).isFalse();
    }

    @Test
    void aBlankWordIsRefused() {
        ann.post(talk.path("/steer"), "{\"message\":\"  \"}").expect(Problem.BAD_VALUE);
    }

    @Test
    void whileARunIsPausedOnlyPeopleWrite() {
        talk.say(alice, "intent_brief", "worker", "\"message_id\":\"m1\",\"requires_ack\":true");
        ann.post(talk.path("/pause"), "{\"reason\":\"lunch\"}").expect(200);
        var refused = talk.send(bob, "plan_update", "manager").expect(Problem.RUN_PAUSED);
        assertThat(refused.text("detail")).contains("lunch");
        talk.say(ann, "message", "manager");
        bob.post(talk.path("/pull"), "{}").expect(200);
        bob.post(talk.path("/ack"), "{\"message_id\":\"m1\"}").expect(200);
        assertThat(talk.status()).isEqualTo("waiting");
        ann.post(talk.path("/resume"), "").expect(200);
        talk.say(bob, "plan_update", "manager");
        assertThat(talk.status()).isEqualTo("running");
    }

    @Test
    void aDuplicateIsKnownEvenWhileTheRunIsPaused() {
        var brief = "\"message_id\":\"m1\"";
        talk.say(alice, "intent_brief", "worker", brief);
        ann.post(talk.path("/pause"), "{}").expect(200);
        talk.send(alice, "intent_brief", "worker", brief).expect(200);
    }

    @Test
    void pausingAndResumingTwiceIsHarmlessAndToldOnce() {
        for (int i = 0; i < 2; i++) {
            ann.post(talk.path("/pause"), "{}").expect(200);
        }
        for (int i = 0; i < 2; i++) {
            ann.post(talk.path("/resume"), "{}").expect(200);
        }
        assertThat(ann.get(talk.path("/messages")).all("items", "kind"))
                .containsExactly("status", "status");
    }

    @Test
    void aCancelledRunTellsItsWorkersAndTakesNothingMore() {
        talk.say(alice, "intent_brief", "worker");
        ann.post(talk.path("/cancel"), "{\"reason\":\"enough\"}").expect(200);
        var now = talk.now();
        assertThat(now.text("status")).isEqualTo("cancelled");
        assertThat(now.text("summary")).isEqualTo("enough");
        assertThat(talk.state("bob")).isEqualTo("idle");
        assertThat(bob.post(talk.path("/pull"), "{}").all("messages", "kind"))
                .containsExactly("intent_brief", "cancel");
        talk.send(bob, "plan_update", "manager").expect(Problem.RUN_ENDED);
        talk.send(ann, "message", "manager").expect(Problem.RUN_ENDED);
        ann.post(talk.path("/cancel"), "{}").expect(Problem.RUN_ENDED);
        ann.post(talk.path("/pause"), "{}").expect(Problem.RUN_ENDED);
    }

    @Test
    void whatArrivedBeforeTheEndMayStillBeAcked() {
        talk.say(alice, "intent_brief", "worker", "\"message_id\":\"m1\",\"requires_ack\":true");
        talk.say(alice, "final_response", "user");
        bob.post(talk.path("/ack"), "{\"message_id\":\"m1\"}").expect(200);
        assertThat(talk.now().json().path("pending_acks")).isEmpty();
    }

    @Test
    void anExportIsTheWholeLogInOrder() {
        talk.say(alice, "intent_brief", "worker");
        for (int i = 1; i < 1_200; i++) {
            talk.say(bob, "build_update", "manager", "\"summary\":\"" + i + "\"");
        }
        var lines = ann.get(talk.path("/export")).expect(200).text().lines().toList();
        assertThat(lines).hasSize(1_200);
        for (int i = 0; i < lines.size(); i++) {
            assertThat(Json.parseObject(lines.get(i)).path("seq").asLong()).isEqualTo(i + 1L);
        }
        assertThat(ann.get(talk.path("/export?after=1199")).text().lines()).hasSize(1);
    }
}
