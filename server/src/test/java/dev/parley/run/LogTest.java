package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.store.Cursor;
import java.util.stream.IntStream;
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

    @Test
    void theNewestPageIsReadWithoutWhatStandsAheadOfIt() {
        for (int i = 0; i < 5; i++) {
            alice.say(run, "{\"to\":\"bob\"}");
        }
        var latest = alice.get(messages + "?latest=true&limit=2").expect(200);
        assertThat(latest.seqs("items")).containsExactly(4L, 5L);
        assertThat(latest.number("last_seq")).isEqualTo(5);
        assertThat(latest.json().get("next").isNull()).isTrue();
        assertThat(latest.number("previous")).isEqualTo(4);
        var older = alice.get(messages + "?before=4&limit=2").expect(200);
        assertThat(older.seqs("items")).containsExactly(2L, 3L);
        assertThat(older.number("next")).isEqualTo(3);
        var oldest = alice.get(messages + "?before=2&limit=2").expect(200);
        assertThat(oldest.seqs("items")).containsExactly(1L);
        assertThat(oldest.json().get("previous").isNull()).isTrue();
        assertThat(alice.get(messages + "?before=1").expect(200).elements("items")).isEmpty();
    }

    @Test
    void whatOnlyAgentsAreMeantToSeeIsReadOnItsOwn() {
        for (int i = 0; i < 6; i++) {
            var visibility = i % 3 == 0 ? "user_visible" : "internal";
            alice.say(
                    run,
                    "{\"to\":\"bob\",\"requires_ack\":true,\"message_id\":\"m%d\",\"visibility\":\"%s\"}"
                            .formatted(i, visibility));
        }
        parley.agent("bob")
                .post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}")
                .expect(200);
        assertThat(alice.get(messages + "?visibility=internal").seqs("items"))
                .containsExactly(2L, 3L, 5L, 6L);
        assertThat(alice.get("/api/runs/" + run).number("internal_count")).isEqualTo(4);
        var latest = alice.get(messages + "?visibility=internal&latest=true&limit=1").expect(200);
        assertThat(latest.seqs("items")).containsExactly(6L);
        assertThat(latest.number("previous")).isEqualTo(6);
        assertThat(alice.get(messages + "?visibility=user_visible&before=4").seqs("items"))
                .containsExactly(1L);
        assertThat(alice.get(messages + "?visibility=user_redacted").elements("items")).isEmpty();
    }

    @Test
    void aPageOfAFewAmongManyEndsAfterAThousandEntries() {
        for (int some = 0; some < 101; some++) {
            var sent =
                    IntStream.range(0, 10)
                            .mapToObj(
                                    _ ->
                                            parley.owner()
                                                    .postLater(
                                                            messages,
                                                            "{\"to\":\"bob\",\"visibility\":\"user_visible\"}"))
                            .toList();
            sent.forEach(reply -> reply.join().expect(201));
        }
        var page = parley.owner().get(messages + "?visibility=internal").expect(200);
        assertThat(page.elements("items")).isEmpty();
        assertThat(page.number("next")).isEqualTo(1_000);
        var newest = parley.owner().get(messages + "?visibility=internal&latest=true").expect(200);
        assertThat(newest.number("previous")).isEqualTo(11);
    }

    @Test
    void aPageLiesOnOneSideOfOneSeq() {
        alice.say(run, "{\"to\":\"bob\"}");
        alice.get(messages + "?before=2&after=0").expect(Problem.BAD_VALUE);
        alice.get(messages + "?latest=true&wait=1").expect(Problem.BAD_VALUE);
        alice.get(messages + "?before=0").expect(Problem.BAD_VALUE);
        alice.get(messages + "?visibility=secret").expect(Problem.BAD_VALUE);
    }
}
