package dev.parley.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A worker hears of exactly the tasks that it may claim. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class WorkStreamTest {
    private static final String STREAM = "/api/tasks/stream?capabilities=";

    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller alice;
    private Caller bob;
    private Caller carol;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        carol = parley.agent("carol");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void onlyThoseWhoMayClaimATaskHearOfIt() {
        try (var python = EventStream.open(bob, STREAM + "python,security");
                var java = EventStream.open(carol, STREAM + "java&capabilities=go");
                var named = EventStream.open(parley.agent("dave"), STREAM)) {
            task("secure", "\"required_capabilities\":[\"security\",\"python\"]");
            task("go", "\"required_capabilities\":[\"go\"]");
            task("dave's", "\"target_agent\":\"dave\"");
            task("bob's", "\"target_agent\":\"bob\",\"required_capabilities\":[\"rust\"]");
            task("anybody's", "\"priority\":1");
            assertThat(heard(python)).isEqualTo("secure");
            assertThat(heard(python)).isEqualTo("anybody's");
            assertThat(heard(java)).isEqualTo("go");
            assertThat(heard(java)).isEqualTo("anybody's");
            assertThat(heard(named)).isEqualTo("dave's");
            assertThat(heard(named)).isEqualTo("anybody's");
        }
    }

    @Test
    void aStreamBeginsWithWhatMayBeClaimedNowMostUrgentFirst() {
        task("later", "\"priority\":-1");
        task("taken", "\"priority\":9");
        bob.post("/api/tasks/claim", "{}").expect(200);
        task("carol's", "\"target_agent\":\"carol\"");
        task("urgent", "\"priority\":5");
        try (var stream = EventStream.open(bob, STREAM)) {
            assertThat(heard(stream)).isEqualTo("urgent");
            assertThat(heard(stream)).isEqualTo("later");
            task("new", "\"priority\":0");
            assertThat(heard(stream)).isEqualTo("new");
        }
    }

    @Test
    void aStreamBeginsWithAllThatMayBeClaimedHoweverMuchThatIs() {
        for (int n = 0; n < 130; n++) {
            task("m" + n, "\"priority\":" + n % 2 + ",\"target_agent\":\"bob\"");
        }
        try (var stream = EventStream.open(bob, STREAM)) {
            for (int n = 1; n < 130; n += 2) {
                assertThat(heard(stream)).isEqualTo("m" + n);
            }
            for (int n = 0; n < 130; n += 2) {
                assertThat(heard(stream)).isEqualTo("m" + n);
            }
            task("new", "\"priority\":0");
            assertThat(heard(stream)).isEqualTo("new");
        }
    }

    @Test
    void whoeverResumesMissesNothingAndHearsNothingTwice() {
        String lastId;
        try (var stream = EventStream.open(bob, STREAM)) {
            task("one", "\"priority\":0");
            assertThat(heard(stream)).isEqualTo("one");
            lastId = stream.lastId();
        }
        task("two", "\"priority\":0");
        task("taken", "\"priority\":1");
        carol.post("/api/tasks/claim", "{}").expect(200);
        task("three", "\"priority\":0");
        try (var stream = EventStream.resume(bob, STREAM, lastId)) {
            assertThat(heard(stream)).isEqualTo("two");
            assertThat(heard(stream)).isEqualTo("three");
            task("four", "\"priority\":0");
            assertThat(heard(stream)).isEqualTo("four");
        }
    }

    @Test
    void whatIsQueuedAgainIsHeardOfAgain() {
        var task = task("m", "\"priority\":0");
        try (var stream = EventStream.open(carol, STREAM)) {
            assertThat(heard(stream)).isEqualTo("m");
            var given = bob.post("/api/tasks/claim", "{\"lease_seconds\":30}").expect(200);
            var fence = given.json().at("/lease/fence");
            bob.post("/api/tasks/" + task + "/release", "{\"fence\":" + fence + "}").expect(200);
            assertThat(stream.expect("task_available").data().path("attempt").asInt()).isEqualTo(1);
            bob.post("/api/tasks/claim", "{\"lease_seconds\":30}").expect(200);
            parley.watch(Duration.ofSeconds(31));
            assertThat(stream.expect("task_available").data().path("attempt").asInt()).isEqualTo(2);
        }
    }

    @Test
    void aTaskWhoseRunIsPausedIsHeardOfWhenItGoesOn() {
        var task = task("m", "\"priority\":0");
        var run = "/api/runs/" + task.replaceFirst("task_", "run_");
        parley.owner().post(run + "/pause", "{}").expect(200);
        try (var stream = EventStream.open(carol, STREAM)) {
            task("other", "\"priority\":0");
            assertThat(heard(stream)).isEqualTo("other");
            parley.owner().post(run + "/resume", "{}").expect(200);
            assertThat(heard(stream)).isEqualTo("m");
        }
    }

    @Test
    void aWorkerThatListensCountsAsOnline() {
        var task = task("m", "\"required_capabilities\":[\"security\"]");
        try (var _ = EventStream.open(bob, STREAM + "python")) {
            assertThat(alice.get("/api/tasks/" + task).text("waits_because"))
                    .isEqualTo("it needs security; bob lacks it");
        }
    }

    @Test
    void whoSeesTheRunSeesHowItsTaskStands() {
        try (var stream = EventStream.open(parley.owner(), "/api/feed")) {
            var task = task("m", "\"priority\":0");
            assertThat(state(stream)).isEqualTo("queued");
            var fence = bob.post("/api/tasks/claim", "{}").expect(200).json().at("/lease/fence");
            assertThat(state(stream)).isEqualTo("running");
            bob.post("/api/tasks/" + task + "/complete", "{\"fence\":" + fence + "}").expect(201);
            assertThat(state(stream)).isEqualTo("completed");
        }
    }

    @Test
    void nobodyListensAsAnother() {
        bob.get("/api/tasks/stream?agent_name=carol").expect(Problem.SENDER_MISMATCH);
        bob.get("/api/tasks/stream?capabilities=two%20words").expect(Problem.BAD_VALUE);
    }

    private String task(String message, String terms) {
        return alice.post("/api/tasks", "{\"message\":\"" + message + "\"," + terms + "}")
                .expect(201)
                .text("task_id");
    }

    private static String heard(EventStream stream) {
        return stream.expect("task_available").data().path("message").asText();
    }

    private static String state(EventStream stream) {
        var told = stream.next().orElseThrow();
        while (!told.event().equals("task")) {
            told = stream.next().orElseThrow();
        }
        return told.data().path("state").asText();
    }
}
