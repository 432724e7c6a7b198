package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestNanos;
import dev.parley.TestParley;
import dev.parley.audit.Audit;
import dev.parley.bus.Topic;
import dev.parley.clock.HubTime;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.store.sqlite.SqliteStores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that all wait for each other, though in no single run. */
@Timeout(60)
class CirclesTest {
    private static final String ASK = "{\"to\":\"%s\",\"kind\":\"QUERY\"}";
    private static final String ASSIGN = "{\"to\":\"%s\",\"kind\":\"intent_brief\"}";

    private TestParley parley;
    private Caller owner;
    private Caller alice;
    private Caller bob;
    private Caller ann;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        owner = parley.owner();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        ann = parley.person("ann");
    }

    @AfterEach
    void theLogsAgreeWithIt() {
        var check = parley.bearer(owner.token()).get("/api/check");
        assertThat(check.text()).contains("\"ok\":true");
        parley.close();
    }

    @Test
    void bothRunsArePausedAndTheCircleIsNamedInFull() {
        var first = wait(alice, ASK, "bob");
        var second = wait(bob, ASK, "alice");
        var id = asked(1).getFirst();

        var question = ann.get("/api/questions/" + id).expect(200);
        assertThat(question.text("text"))
                .contains("alice waits for bob in " + first)
                .contains("bob waits for alice in " + second);
        assertThat(question.text("guard")).isEqualTo("cycle");
        assertThat(question.json().path("context").path("cycle")).hasSize(2);
        assertThat(id).startsWith(first);
        for (var run : List.of(first, second)) {
            assertThat(status(run)).isEqualTo("waiting");
            assertThat(say(alice, run).expect(Problem.RUN_PAUSED).text("question_id"))
                    .isEqualTo(id);
        }
        var noted = parley.owner().get("/api/audit?principal=system:hub&action=guard");
        assertThat(noted.all("items", "outcome")).containsExactly("cycle");

        answer(id, "continue").expect(201);
        assertThat(status(first)).isEqualTo("running");
        assertThat(status(second)).isEqualTo("running");
    }

    @Test
    void nobodyIsAskedTwiceAboutTheSameCircle() {
        wait(alice, ASK, "bob");
        wait(bob, ASK, "alice");
        var id = asked(1).getFirst();
        answer(id, "continue").expect(201);
        wait(alice, ASK, "zoe");
        anotherCircle();
        assertThat(asked(2)).hasSize(2).contains(id);
    }

    @Test
    void stopCancelsEachOfTheRuns() {
        var first = wait(alice, ASSIGN, "bob");
        var second = wait(bob, ASSIGN, "alice");
        answer(asked(1).getFirst(), "stop").expect(201);
        assertThat(status(first)).isEqualTo("cancelled");
        assertThat(status(second)).isEqualTo("cancelled");
    }

    @Test
    void askingBackInAnotherRunIsNoCircle() {
        wait(alice, ASSIGN, "bob");
        wait(bob, ASK, "alice");
        anotherCircle();
        assertThat(asked(1)).hasSize(1);
    }

    @Test
    void aCircleMayGoThroughManyRuns() {
        var carol = parley.agent("carol");
        wait(alice, ASSIGN, "bob");
        wait(carol, ASK, "alice");
        var last = wait(bob, ASK, "carol");
        var text = ann.get("/api/questions/" + asked(1).getFirst()).text("text");
        assertThat(text).contains("bob waits for carol in " + last, "carol waits for alice in ");
    }

    @Test
    void aReplyThatEndsTheCircleLetsEachOfTheRunsGoOn() {
        var first = wait(alice, ASK, "bob");
        var second = wait(bob, ASK, "alice");
        var id = asked(1).getFirst();
        say(bob, first).expect(Problem.RUN_PAUSED);
        alice.say(second, "{\"to\":\"bob\",\"kind\":\"ANSWER\"}");
        assertThat(ann.get("/api/questions/" + id).text("state")).isEqualTo("cancelled");
        assertThat(status(first)).isEqualTo("running");
        assertThat(status(second)).isEqualTo("running");
        bob.say(first, "{\"to\":\"alice\",\"kind\":\"ANSWER\"}");
    }

    @Test
    void aRunThatIsCancelledLetsTheOthersGoOn() {
        var first = wait(alice, ASK, "bob");
        var second = wait(bob, ASK, "alice");
        var id = asked(1).getFirst();
        ann.post("/api/runs/" + first + "/cancel", "{}").expect(200);
        assertThat(ann.get("/api/questions/" + id).text("state")).isEqualTo("cancelled");
        assertThat(status(second)).isEqualTo("running");
    }

    @Test
    void aRunThatIsResumedByHandLeavesTheQuestionToTheOther() {
        var first = wait(alice, ASK, "bob");
        var second = wait(bob, ASK, "alice");
        var id = asked(1).getFirst();
        ann.post("/api/runs/" + second + "/resume", "{}").expect(200);
        assertThat(status(second)).isEqualTo("running");
        assertThat(ann.get("/api/questions/" + id).text("state")).isEqualTo("open");
        ann.post("/api/runs/" + first + "/resume", "{}").expect(200);
        assertThat(ann.get("/api/questions/" + id).text("state")).isEqualTo("cancelled");
    }

    @Test
    void aRunThatAPersonHasPausedStaysPaused() {
        var first = wait(alice, ASK, "bob");
        ann.post("/api/runs/" + first + "/pause", "{}").expect(200);
        var second = wait(bob, ASK, "alice");
        var id = asked(1).getFirst();
        assertThat(id).startsWith(second);
        answer(id, "continue").expect(201);
        assertThat(status(first)).isEqualTo("waiting");
        assertThat(status(second)).isEqualTo("running");
    }

    @Test
    void aCircleThatWasClosedJustBeforeAStopIsFoundAfterTheStart() {
        wait(alice, ASK, "bob");
        wait(bob, ASK, "alice");
        parley = parley.restarted();
        ann = parley.bearer(ann.token());
        assertThat(asked(1)).hasSize(1);
    }

    @Test
    void whoLooksForCirclesReadsNothingWhileNobodyBeginsToWait(@TempDir Path folder) {
        var clock = InstantSource.system();
        var suspects = new Suspects();
        try (var store = new SqliteStores(folder).open(clock, suspects::hear)) {
            var audit = new Audit(store, clock);
            var nanos = new TestNanos();
            var time = HubTime.open(store, nanos);
            var circles = new Circles(store, time, suspects, audit, Ids.random(clock), Clocks.OFF);
            nanos.pass(Duration.ofSeconds(2), time::tick);
            circles.round();
            long reads = store.stats().reads();
            nanos.pass(Duration.ofSeconds(2), time::tick);
            circles.round();
            assertThat(store.stats().reads()).isEqualTo(reads);
            suspects.hear(List.of(new Topic.Awaiting(Space.DEFAULT, "alice")));
            circles.round();
            assertThat(store.stats().reads()).isEqualTo(reads);
            nanos.pass(Duration.ofSeconds(2), time::tick);
            circles.round();
            assertThat(store.stats().reads()).isEqualTo(reads + 1);
        }
    }

    /** Begins to wait in a run of its own. */
    private static String wait(Caller asker, String how, String asked) {
        var run = asker.run("{}");
        asker.say(run, how.formatted(asked));
        return run;
    }

    private void anotherCircle() {
        wait(parley.agent("dave"), ASK, "eve");
        wait(parley.agent("eve"), ASK, "dave");
    }

    /** All questions, once there are as many. */
    private List<String> asked(int count) {
        parley.watch(Duration.ofSeconds(5));
        var after = "";
        for (int seen = 0; seen < count; ) {
            var page = ann.get("/api/questions?state=all&wait=20" + after).expect(200);
            seen += page.elements("items").size();
            after = "&after=" + page.text("cursor");
        }
        return ann.get("/api/questions?state=all").all("items", "question_id");
    }

    private String status(String run) {
        return ann.get("/api/runs/" + run).text("status");
    }

    private static Reply say(Caller caller, String run) {
        return caller.post("/api/runs/" + run + "/messages", "{\"to\":\"zoe\"}");
    }

    private Reply answer(String id, String choice) {
        return ann.post("/api/questions/" + id + "/answer", "{\"choice\":\"" + choice + "\"}");
    }
}
