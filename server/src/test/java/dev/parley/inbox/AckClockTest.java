package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever is there and does not ack gets a message again, and then its sender is told. */
@Timeout(60)
class AckClockTest {
    private final TestClock wall = new TestClock();
    private TestParley parley;
    private Caller alice;
    private Caller bob;
    private String run;

    @BeforeEach
    void start() {
        begin(TestParley.with("http.port", "0").at(wall).start());
    }

    private void begin(TestParley hub) {
        parley = hub;
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        run = alice.run("{\"participants\":{\"a\":\"alice\",\"b\":\"bob\"}}");
        alice.say(run, "{\"message_id\":\"m1\",\"to\":\"bob\",\"requires_ack\":true}");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void whatIsNotAckedComesAgainInAListOfItsOwn() {
        alice.say(run, "{\"message_id\":\"m2\",\"to\":\"bob\"}");
        assertThat(pull().all("messages", "message_id")).containsExactly("m1", "m2");
        watch(29);
        assertThat(pull().elements("redelivered")).isEmpty();
        watch(1);
        alice.say(run, "{\"message_id\":\"m3\",\"to\":\"bob\"}");
        var again = pull();
        assertThat(again.all("messages", "message_id")).containsExactly("m3");
        assertThat(again.all("redelivered", "message_id")).containsExactly("m1");
        assertThat(again.number("cursor")).isEqualTo(3);
        assertThat(pull().elements("redelivered")).isEmpty();
        assertThat(attempts()).containsExactly("m1/1", "m2/1", "m1/2", "m3/1");
        assertThat(state()).isEqualTo("delivered");
    }

    @Test
    void whoGoesThroughTheLogOnceMoreFindsItThereAndNotTwice() {
        pull();
        watch(30);
        var again = bob.post("/api/runs/" + run + "/pull", "{\"after\":0}").expect(200);
        assertThat(again.all("messages", "message_id")).containsExactly("m1");
        assertThat(again.elements("redelivered")).isEmpty();
        assertThat(pull().elements("redelivered")).as("it was handed over").isEmpty();
    }

    @Test
    void afterTwoMoreTimesItIsGivenUpAndItsSenderIsTold() {
        var waiting = alice.later("/api/runs/" + run + "/messages/m1/receipts?wait=50");
        pull();
        watch(30);
        assertThat(pull().elements("redelivered")).hasSize(1);
        watch(30);
        assertThat(pull().elements("redelivered")).hasSize(1);
        watch(29);
        assertThat(state()).isEqualTo("delivered");
        watch(1);
        assertThat(waiting.join().expect(200).all("items", "state")).containsExactly("timed_out");
        var told = alice.post("/api/runs/" + run + "/pull", "{}").expect(200);
        assertThat(told.all("messages", "summary")).containsExactly("bob has not acked in time");
        assertThat(told.all("messages", "parent_id")).containsExactly("m1");
        assertThat(alice.get("/api/runs/" + run).elements("pending_acks")).isEmpty();
        assertThat(parley.owner().get("/metrics").text())
                .contains("parley_acks_timed_out_total 1.0");
        watch(300);
        assertThat(pull().elements("redelivered")).isEmpty();
        assertThat(attempts()).containsExactly("m1/1", "m1/2", "m1/3");
        assertSound();
    }

    @Test
    void whoIsThereAndDoesNotEvenTakeItIsGivenUpOnToo() {
        pull();
        for (int i = 0; i < 3; i++) {
            bob.post("/api/agents/bob/instances/a/heartbeat", "{}").expect(200);
            watch(30);
        }
        assertThat(state()).isEqualTo("timed_out");
    }

    @Test
    void anAckOrAReplyEndsTheClock() {
        alice.say(run, "{\"message_id\":\"m2\",\"to\":\"bob\",\"requires_ack\":true}");
        pull();
        watch(30);
        bob.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}").expect(200);
        bob.say(run, "{\"kind\":\"message\",\"to\":\"alice\",\"parent_id\":\"m2\"}");
        assertThat(pull().elements("redelivered")).isEmpty();
        watch(300);
        assertThat(attempts()).containsExactly("m1/1", "m2/1", "m1/2", "m2/2");
        assertThat(letters().elements("items")).isEmpty();
        assertSound();
    }

    @Test
    void aLateAckCountsAllTheSame() {
        giveUp();
        assertThat(letters().elements("items")).hasSize(1);
        bob.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}").expect(200);
        assertThat(state()).isEqualTo("acked");
        assertThat(letters().elements("items")).isEmpty();
        assertSound();
    }

    @Test
    void whoIsAwayIsNotHurriedAndHasAllTheTimeWhenItIsBack() {
        bob.post("/api/runs/" + run + "/pull?instance=a", "{}").expect(200);
        bob.post("/api/agents/bob/instances/a/state", "{\"state\":\"end\"}").expect(200);
        watch(600);
        assertThat(state()).isEqualTo("delivered");
        assertThat(attempts()).containsExactly("m1/1", "m1/2");
        assertThat(letters().elements("items")).isEmpty();
        assertThat(pull().all("messages", "message_id")).containsExactly("m1");
        watch(30);
        assertThat(pull().elements("redelivered")).hasSize(1);
        watch(29);
        assertThat(state()).isEqualTo("delivered");
        watch(1);
        assertThat(state()).as("it was handed over three times").isEqualTo("timed_out");
    }

    @Test
    void whatWasNotRepliedToInTimeIsOfferedToNobodyAnyMore() {
        long deadline = wall.instant().getEpochSecond() + 700;
        alice.say(
                run,
                "{\"message_id\":\"m2\",\"kind\":\"intent_brief\",\"to\":\"bob\",\"requires_ack\":true,"
                        + "\"deadline_at\":"
                        + deadline
                        + "}");
        bob.post("/api/runs/" + run + "/pull?instance=a", "{}").expect(200);
        bob.post("/api/agents/bob/instances/a/state", "{\"state\":\"end\"}").expect(200);
        watch(100);
        wall.advance(Duration.ofSeconds(800));
        alice.get("/api/runs/" + run + "/messages/m2/receipts?wait=15").expect(200);
        assertThat(state("m2")).isEqualTo("timed_out");
        var pulled = bob.post("/api/runs/" + run + "/pull?instance=b", "{}").expect(200);
        assertThat(pulled.all("messages", "message_id")).containsExactly("m1");
        assertThat(pulled.elements("redelivered")).isEmpty();
        assertSound();
    }

    @Test
    void whatWasNeverTakenIsNotDue() {
        watch(600);
        assertThat(state()).isEqualTo("queued");
        assertThat(attempts()).containsExactly("m1/1");
    }

    @Test
    void whileItsRunIsPausedTheClockStandsStill() {
        pull();
        watch(20);
        parley.owner().post("/api/runs/" + run + "/pause", "{}").expect(200);
        alice.get("/api/runs/" + run).expect(200);
        watch(40);
        assertThat(pull().elements("redelivered")).isEmpty();
        parley.owner().post("/api/runs/" + run + "/resume", "{}").expect(200);
        watch(9);
        assertThat(pull().elements("redelivered")).isEmpty();
        watch(1);
        assertThat(pull().elements("redelivered")).hasSize(1);
    }

    @Test
    void whatIsTakenWhileItsRunIsPausedIsDueOnlyAfterItGoesOn() {
        parley.owner().post("/api/runs/" + run + "/pause", "{}").expect(200);
        pull();
        watch(40);
        parley.owner().post("/api/runs/" + run + "/resume", "{}").expect(200);
        pull();
        watch(29);
        assertThat(attempts()).containsExactly("m1/1");
        watch(1);
        assertThat(attempts()).containsExactly("m1/1", "m1/2");
    }

    @Test
    void aRestartNeitherEndsNorResetsIt() {
        pull();
        watch(20);
        parley = parley.restarted();
        bob = parley.bearer(bob.token());
        assertThat(pull().elements("redelivered")).isEmpty();
        watch(9);
        assertThat(pull().elements("redelivered")).isEmpty();
        watch(1);
        assertThat(pull().elements("redelivered")).hasSize(1);
    }

    @Test
    void theClockOnTheWallHasNothingToDoWithIt() {
        pull();
        wall.advance(Duration.ofHours(1));
        parley.lookAfterAcks();
        assertThat(pull().elements("redelivered")).isEmpty();
        watch(29);
        wall.advance(Duration.ofHours(-2));
        watch(1);
        assertThat(pull().elements("redelivered")).hasSize(1);
    }

    @Test
    void whoWaitsIsWokenByWhatComesAgain() {
        pull();
        var pulling = bob.postLater("/api/runs/" + run + "/pull", "{\"wait\":50}");
        parley.awaitWaiter(run);
        watch(30);
        assertThat(pulling.join().expect(200).elements("redelivered")).hasSize(1);
        var looking = bob.later("/api/agents/bob/inbox?after=2&wait=50");
        parley.awaitReader("bob");
        watch(30);
        assertThat(looking.join().expect(200).elements("items"))
                .singleElement()
                .satisfies(item -> assertThat(item.path("attempt").asInt()).isEqualTo(3));
    }

    @Test
    void aLookAtTheInboxAcrossRunsHandsItOverJustAsWell() {
        bob.get("/api/agents/bob/inbox").expect(200);
        watch(29);
        assertThat(attempts()).containsExactly("m1/1");
        watch(1);
        assertThat(attempts()).containsExactly("m1/1", "m1/2");
        bob.get("/api/agents/bob/inbox?after=1").expect(200);
        assertThat(pull().elements("redelivered")).isEmpty();
        watch(29);
        assertThat(attempts()).containsExactly("m1/1", "m1/2");
        watch(1);
        assertThat(attempts()).containsExactly("m1/1", "m1/2", "m1/3");
    }

    @Test
    void whatWasGivenUpCanBeSentAgainWithAllItsTime() {
        giveUp();
        var letter = letters().elements("items").getFirst();
        assertThat(letter.path("type").asText()).isEqualTo("timed_out");
        assertThat(letter.path("code").asText()).isEqualTo("unacked");
        assertThat(letter.path("sender").asText()).isEqualTo("agent:alice");
        assertThat(letter.path("recipient").asText()).isEqualTo("bob");
        assertThat(letter.path("body").asText()).contains("\"message_id\":\"m1\"");
        var path = "/api/dead-letters/" + letter.path("id").asText();
        bob.post(path + "/requeue", "{}").expect(Problem.UNKNOWN_DEAD_LETTER);
        alice.post(path + "/requeue", "{\"body\":{}}").expect(Problem.BAD_VALUE);
        alice.post(path + "/requeue", "{}").expect(201);
        alice.post(path + "/requeue", "{}").expect(Problem.UNKNOWN_DEAD_LETTER);
        assertThat(state()).isEqualTo("queued");
        assertThat(pull().all("redelivered", "message_id")).containsExactly("m1");
        assertThat(state()).isEqualTo("delivered");
        assertSound();
        giveUp();
        assertThat(letters().elements("items")).hasSize(1);
        assertThat(attempts()).containsExactly("m1/1", "m1/2", "m1/3", "m1/4", "m1/5", "m1/6");
        alice.delete(path).expect(204);
        assertThat(letters().elements("items")).isEmpty();
        assertSound();
    }

    @Test
    void whatNobodyAckedBeforeItsRunWasCancelledIsDead() {
        alice.say(run, "{\"message_id\":\"m2\",\"to\":\"bob\",\"requires_ack\":true}");
        alice.say(run, "{\"message_id\":\"m3\",\"to\":\"bob\"}");
        bob.post("/api/runs/" + run + "/pull", "{\"max_items\":1}").expect(200);
        parley.owner().post("/api/runs/" + run + "/cancel", "{}").expect(200);
        parley.lookAfterAcks();
        assertThat(state()).isEqualTo("dead");
        var letters = letters();
        assertThat(letters.all("items", "type")).containsExactly("dead", "dead");
        assertThat(letters.all("items", "code")).containsOnly("run-ended");
        var path = "/api/dead-letters/" + letters.all("items", "id").getFirst();
        alice.post(path + "/requeue", "{}").expect(Problem.RUN_ENDED);
        watch(300);
        assertThat(attempts()).containsExactly("m1/1", "m2/1", "m3/1");
        bob.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}").expect(200);
        assertThat(state()).isEqualTo("acked");
        assertThat(letters().elements("items")).hasSize(1);
        assertSound();
    }

    @Test
    void itCanBeTurnedOff() {
        parley.close();
        begin(TestParley.with("acks.patience-seconds", "0").start());
        pull();
        watch(300);
        assertThat(attempts()).containsExactly("m1/1");
        assertThat(state()).isEqualTo("delivered");
    }

    @Test
    void itCanBeGivenUpAtOnce() {
        parley.close();
        begin(TestParley.with("acks.patience-seconds", "3").with("acks.redeliveries", "0").start());
        pull();
        watch(3);
        assertThat(state()).isEqualTo("timed_out");
        var settings = parley.owner().get("/api/config").text();
        assertThat(settings).contains("acks.patience-seconds", "acks.redeliveries");
    }

    /** Three times without an ack, by somebody who is there. */
    private void giveUp() {
        for (int i = 0; i < 3; i++) {
            pull();
            watch(30);
        }
        assertThat(state()).isEqualTo("timed_out");
    }

    private void watch(int seconds) {
        parley.watch(Duration.ofSeconds(seconds));
    }

    private Reply pull() {
        return bob.post("/api/runs/" + run + "/pull", "{}").expect(200);
    }

    private Reply letters() {
        return alice.get("/api/dead-letters").expect(200);
    }

    private String state() {
        return state("m1");
    }

    private String state(String message) {
        return alice.get("/api/runs/" + run + "/messages/" + message + "/receipts")
                .expect(200)
                .all("items", "state")
                .getFirst();
    }

    /** What bob's inbox holds, each with its attempt; this look hands nothing over. */
    private List<String> attempts() {
        return parley
                .owner()
                .get("/api/agents/bob/inbox?after=0")
                .expect(200)
                .elements("items")
                .stream()
                .filter(item -> !item.at("/message/act").asText().equals("cancel"))
                .map(
                        item ->
                                item.at("/message/message_id").asText()
                                        + "/"
                                        + item.path("attempt").asText())
                .toList();
    }

    private void assertSound() {
        assertThat(parley.owner().get("/api/check").elements("findings")).isEmpty();
    }
}
