package dev.parley.run;

import static dev.parley.run.Conversation.about;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nobody waits for a reply for ever. */
@Timeout(30)
class ReplyClockTest {
    private final TestClock clock = new TestClock();
    private TestParley parley;
    private Caller alice;
    private Caller bob;
    private Caller ann;
    private Conversation talk;

    @BeforeEach
    void start() {
        parley = TestParley.with("http.port", "0").at(clock).start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        ann = parley.person("ann");
        var run =
                ann.run(
                        """
                        {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}
                        """);
        talk = new Conversation(run, ann);
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    private void awaitState(String agent, String state) {
        while (!talk.state(agent).equals(state)) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    @Test
    void whoIsThereAndDoesNotReplyIsGivenUpOnAndTheAskerIsTold() {
        talk.say(alice, "intent_brief", "worker", "\"message_id\":\"m1\"");
        bob.post(talk.path("/pull"), "{}").expect(200);
        clock.advance(Duration.ofMinutes(11));
        awaitState("alice", "error");
        var told = alice.post(talk.path("/pull"), "{}").expect(200);
        assertThat(told.all("messages", "summary")).containsExactly("bob has not replied in time");
        assertThat(told.all("messages", "parent_id")).containsExactly("m1");
        assertThat(parley.owner().get("/api/check").elements("findings")).isEmpty();
    }

    @Test
    void aDeadlineOfItsOwnCountsEvenForSomebodyWhoIsAway() {
        talk.say(alice, "intent_brief", "worker", "\"deadline_at\":" + soon());
        clock.advance(Duration.ofSeconds(31));
        awaitState("alice", "error");
    }

    @Test
    void aReplyInTimeIsTheEndOfIt() {
        var brief = talk.say(alice, "intent_brief", "worker", "\"deadline_at\":" + soon());
        talk.say(bob, "result_bundle", "manager", about(brief));
        var check = talk.say(alice, "status_check", "worker", "\"deadline_at\":" + soon());
        clock.advance(Duration.ofSeconds(31));
        var told = alice.post(talk.path("/pull"), "{\"after\":2,\"wait\":20}").expect(200);
        assertThat(told.all("messages", "parent_id")).containsExactly(check);
        assertThat(talk.state("alice")).as("it did not need the status").isEqualTo("executing");
    }

    @Test
    void whoIsAwayIsWaitedFor() {
        talk.say(alice, "intent_brief", "worker");
        var check = talk.say(alice, "status_check", "worker", "\"deadline_at\":" + soon());
        clock.advance(Duration.ofMinutes(11));
        var told = alice.post(talk.path("/pull"), "{\"wait\":20}").expect(200);
        assertThat(told.all("messages", "parent_id")).containsExactly(check);
        assertThat(talk.state("alice")).isEqualTo("waiting_for_child");
    }

    @Test
    void whileTheRunIsPausedNobodyRunsOutOfTime() {
        talk.say(alice, "intent_brief", "worker");
        bob.post(talk.path("/pull"), "{}").expect(200);
        clock.advance(Duration.ofMinutes(4));
        ann.post(talk.path("/pause"), "{}").expect(200);
        talk.say(ann, "message", "manager", "\"expects_reply\":true");
        clock.advance(Duration.ofHours(1));
        ann.post(talk.path("/resume"), "{}").expect(200);
        assertThat(alice.get("/api/agents/alice/pending").elements("items"))
                .extracting(
                        item ->
                                item.path("deadline_at").asLong()
                                        - clock.instant().getEpochSecond())
                .containsExactly(360L);
        clock.advance(Duration.ofMinutes(6));
        awaitState("alice", "error");
        assertThat(parley.owner().get("/api/check").elements("findings")).isEmpty();
    }

    @Test
    void aQuestionSaysUntilWhenThereIsTimeAfterItsRunWasPaused() {
        talk.say(alice, "REQUEST_USER_INPUT", "user", "\"deadline_at\":" + soon());
        clock.advance(Duration.ofSeconds(10));
        ann.post(talk.path("/pause"), "{}").expect(200);
        clock.advance(Duration.ofHours(1));
        ann.post(talk.path("/resume"), "{}").expect(200);
        var open = ann.get("/api/questions").expect(200).elements("items").getFirst();
        assertThat(open.path("deadline_at").asLong() - clock.instant().getEpochSecond())
                .isEqualTo(20);
        clock.advance(Duration.ofSeconds(21));
        var question = "/api/questions/" + open.path("question_id").asText();
        while (!ann.get(question).text("state").equals("expired")) {
            LockSupport.parkNanos(10_000_000);
        }
        assertThat(parley.owner().get("/api/check").elements("findings")).isEmpty();
    }

    private long soon() {
        return clock.instant().plusSeconds(30).getEpochSecond();
    }

    @Test
    void progressAcksAnAssignmentAndOnlyTheResultAnswersIt() {
        var brief = talk.say(alice, "intent_brief", "worker", "\"requires_ack\":true");
        talk.say(bob, "plan_update", "manager", about(brief));
        assertThat(receipt(brief)).isEqualTo("acked");
        assertThat(alice.get("/api/agents/alice/pending").elements("items")).hasSize(1);
        talk.say(bob, "result_bundle", "manager", about(brief));
        assertThat(receipt(brief)).isEqualTo("answered");
        assertThat(alice.get("/api/agents/alice/pending").elements("items")).isEmpty();
        assertThat(parley.owner().get("/api/check").elements("findings")).isEmpty();
    }

    @Test
    void whatNobodyRepliedToStandsAmongTheDeadLettersUntilSomebodyDoes() {
        var brief = talk.say(alice, "intent_brief", "worker", "\"deadline_at\":" + soon());
        clock.advance(Duration.ofSeconds(31));
        awaitState("alice", "error");
        var letters = alice.get("/api/dead-letters");
        assertThat(letters.all("items", "type")).containsExactly("timed_out");
        assertThat(letters.all("items", "code")).containsExactly("unreplied");
        assertThat(letters.all("items", "recipient")).containsExactly("bob");
        var letter = "/api/dead-letters/" + letters.all("items", "id").getFirst();
        alice.post(letter + "/requeue", "{}").expect(Problem.CONFLICT);
        bob.post(talk.path("/ack"), "{\"message_id\":\"" + brief + "\"}").expect(200);
        assertThat(alice.get("/api/dead-letters").elements("items")).isEmpty();
        assertThat(parley.owner().get("/api/check").elements("findings")).isEmpty();
    }

    private String receipt(String message) {
        return ann.get(talk.path("/messages/" + message + "/receipts"))
                .all("items", "state")
                .getFirst();
    }
}
