package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.store.Cursor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A run's log is read from a seq on, and waited for. */
@Timeout(30)
class LogTest {
    private static TestParley parley;
    private static Caller alice;
    private String run;
    private String messages;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @BeforeEach
    void begin() {
        run = alice.run("{}");
        messages = "/api/runs/" + run + "/messages";
    }

    @Test
    void pagesFollowOneAnotherWithoutGapsAndTheLastHasNoNext() {
        for (int i = 0; i < 5; i++) {
            alice.say(run, "{\"to\":\"bob\"}");
        }
        var first = alice.get(messages + "?limit=2").expect(200);
        assertThat(first.seqs("items")).containsExactly(1L, 2L);
        assertThat(first.number("next")).isEqualTo(2);
        var last = alice.get(messages + "?limit=3&after=2").expect(200);
        assertThat(last.seqs("items")).containsExactly(3L, 4L, 5L);
        assertThat(last.json().get("next").isNull()).isTrue();
        assertThat(alice.get(messages + "?after=5").expect(200).elements("items")).isEmpty();
    }

    @Test
    void theRunShowsItsLogPageByPage() {
        for (int i = 0; i < 3; i++) {
            alice.say(run, "{\"to\":\"bob\"}");
        }
        var shown = alice.get("/api/runs/" + run + "?limit=2&after=1").expect(200);
        assertThat(shown.seqs("message_log")).containsExactly(2L, 3L);
        assertThat(shown.number("last_seq")).isEqualTo(3);
        assertThat(alice.get("/api/runs/" + run + "?limit=2").number("next")).isEqualTo(2);
    }

    @Test
    void aWaitEndsAsSoonAsAMessageArrives() {
        var waiting = alice.later(messages + "?wait=15");
        parley.awaitWaiter(run);
        assertThat(waiting).isNotDone();
        alice.say(run, "{\"to\":\"bob\"}");
        assertThat(waiting.join().expect(200).seqs("items")).containsExactly(1L);
    }

    @Test
    void aWaitForWhatIsThereIsNone() {
        alice.say(run, "{\"to\":\"bob\"}");
        assertThat(alice.get(messages + "?wait=15").seqs("items")).containsExactly(1L);
    }

    @Test
    void aWaitThatExpiresIsEmptyAndNoFailure() {
        var reply = alice.get(messages + "?wait=1").expect(200);
        assertThat(reply.elements("items")).isEmpty();
        assertThat(reply.json().get("next").isNull()).isTrue();
    }

    @Test
    void aSeqThatTheLogHasNotReachedIsRefusedBeforeAnyWait() {
        alice.say(run, "{\"to\":\"bob\"}");
        alice.get(messages + "?after=2").expect(Problem.CURSOR_AHEAD);
        alice.get(messages + "?after=2&wait=15").expect(Problem.CURSOR_AHEAD);
        alice.get("/api/runs/" + run + "?after=2").expect(Problem.CURSOR_AHEAD);
    }

    @Test
    void aCursorOfAnotherEpochIsRefused() {
        var epoch = alice.get(messages).text("epoch");
        alice.get(messages + "?epoch=" + epoch).expect(200);
        alice.get(messages + "?epoch=ep_other").expect(Problem.CURSOR_AHEAD);
        alice.post("/api/runs/" + run + "/pull", "{\"epoch\":\"ep_other\"}")
                .expect(Problem.CURSOR_AHEAD);
        var foreign = Cursor.write("ep_other", run);
        alice.get("/api/runs?after=" + foreign).expect(Problem.CURSOR_AHEAD);
        parley.owner().get("/api/tokens?after=" + foreign).expect(Problem.CURSOR_AHEAD);
    }
}
