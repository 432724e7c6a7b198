package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An inbox is a cursor: with a place of one's own at least once, without one at most once. */
@Timeout(30)
class PullTest {
    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;
    private String run;
    private String pull;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @BeforeEach
    void begin() {
        run = alice.run("{}");
        pull = "/api/runs/" + run + "/pull";
    }

    @Test
    void withoutAPlaceTheCursorMovesAndNothingComesTwice() {
        send(5);
        var first = bob.post(pull, "{\"max_items\":3}").expect(200);
        assertThat(first.seqs("messages")).containsExactly(1L, 2L, 3L);
        assertThat(first.number("cursor")).isEqualTo(3);
        assertThat(first.elements("redelivered")).isEmpty();
        assertThat(cursor("bob")).isEqualTo(3);
        assertThat(bob.post(pull, "{}").seqs("messages")).containsExactly(4L, 5L);
        assertThat(bob.post(pull, "{}").seqs("messages")).isEmpty();
        assertThat(bob.post(pull, "{}").number("cursor")).isEqualTo(5);
    }

    @Test
    void onlyWhatIsForTheAgentIsPulled() {
        alice.say(run, "{\"to\":\"carol\"}");
        alice.say(run, "{\"to\":\"bob\"}");
        alice.say(run, "{\"to\":\"user\"}");
        assertThat(bob.post(pull, "{}").seqs("messages")).containsExactly(2L);
        assertThat(alice.post(pull, "{}").seqs("messages")).isEmpty();
    }

    @Test
    void withAPlaceEverythingAfterItComesAsOftenAsItIsAsked() {
        send(4);
        for (int i = 0; i < 2; i++) {
            var pulled = bob.post(pull, "{\"after\":1}").expect(200);
            assertThat(pulled.seqs("messages")).containsExactly(2L, 3L, 4L);
            assertThat(pulled.number("cursor")).isEqualTo(4);
            assertThat(cursor("bob")).isEqualTo(1);
        }
    }

    @Test
    void aPlaceMovesTheCursorForwardAndNeverBack() {
        send(4);
        bob.post(pull, "{\"after\":3}").expect(200);
        assertThat(cursor("bob")).isEqualTo(3);
        bob.post(pull, "{\"after\":1}").expect(200);
        assertThat(cursor("bob")).isEqualTo(3);
        assertThat(bob.post(pull, "{}").seqs("messages")).containsExactly(4L);
        assertThat(bob.post(pull, "{\"after\":0}").seqs("messages"))
                .containsExactly(1L, 2L, 3L, 4L);
        assertThat(cursor("bob")).isEqualTo(4);
    }

    @Test
    void pullingIsNoAck() {
        alice.say(run, "{\"message_id\":\"m1\",\"to\":\"bob\",\"requires_ack\":true}");
        bob.post(pull, "{}").expect(200);
        assertThat(alice.get("/api/runs/" + run).text()).contains("\"pending_acks\":[\"m1\"]");
    }

    @Test
    void twoPullsAtOnceNeverGetTheSame() {
        send(60);
        var seen =
                Stream.generate(() -> bob.postLater(pull, "{\"max_items\":7}"))
                        .limit(12)
                        .toList()
                        .stream()
                        .flatMap(reply -> reply.join().expect(200).seqs("messages").stream())
                        .toList();
        assertThat(seen)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 60).boxed().toList());
    }

    @Test
    void lookingNeverMovesACursor() {
        send(2);
        bob.get("/api/runs/" + run).expect(200);
        bob.get("/api/runs/" + run + "/messages").expect(200);
        parley.owner().get("/api/runs/" + run + "/messages").expect(200);
        assertThat(bob.post(pull, "{}").seqs("messages")).containsExactly(1L, 2L);
    }

    @Test
    void aWaitingPullEndsAsSoonAsSomethingArrives() {
        var waiting = bob.postLater(pull, "{\"wait\":15}");
        parley.awaitWaiter(run);
        alice.say(run, "{\"to\":\"carol\"}");
        assertThat(waiting).isNotDone();
        alice.say(run, "{\"to\":\"bob\"}");
        assertThat(waiting.join().expect(200).seqs("messages")).containsExactly(2L);
        assertThat(cursor("bob")).isEqualTo(2);
    }

    @Test
    void aWaitThatExpiresIsEmptyAndLeavesTheCursor() {
        send(1);
        bob.post(pull, "{}").expect(200);
        var reply = bob.post(pull, "{\"wait\":1}").expect(200);
        assertThat(reply.elements("messages")).isEmpty();
        assertThat(reply.number("cursor")).isEqualTo(1);
    }

    @Test
    void aPlaceAheadOfTheLogIsRefusedAndNothingMoves() {
        send(1);
        bob.post(pull, "{\"after\":2}").expect(Problem.CURSOR_AHEAD);
        bob.post(pull, "{\"after\":9223372036854775807,\"wait\":15}").expect(Problem.CURSOR_AHEAD);
        assertThat(bob.post(pull, "{}").seqs("messages")).containsExactly(1L);
    }

    @Test
    void peoplePullWhatIsForTheUser() {
        alice.say(run, "{\"to\":\"user\",\"message_id\":\"m1\",\"requires_ack\":true}");
        var ann = parley.person("ann");
        assertThat(ann.post(pull, "{}").expect(200).seqs("messages")).containsExactly(1L);
        ann.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}").expect(200);
        assertThat(alice.get("/api/runs/" + run).elements("pending_acks")).isEmpty();
        ann.post(pull, "{\"agent_id\":\"bob\"}").expect(Problem.SENDER_MISMATCH);
    }

    @Test
    void nobodyPullsForAnotherButTheOwner() {
        send(1);
        alice.post(pull, "{\"agent_id\":\"bob\"}").expect(Problem.SENDER_MISMATCH);
        var pulled = parley.owner().post(pull, "{\"agent_id\":\"bob\",\"after\":0}").expect(200);
        assertThat(pulled.seqs("messages")).containsExactly(1L);
    }

    private void send(int count) {
        for (int i = 0; i < count; i++) {
            alice.say(run, "{\"to\":\"bob\"}");
        }
    }

    private long cursor(String agent) {
        return alice.get("/api/runs/" + run).json().at("/inbox_cursor/" + agent).asLong();
    }
}
