package dev.parley.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
class MetricsTest {
    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void whatWaitsIsCountedAsItStandsAndAsItEnds(TestDatabase database) {
        try (var parley = TestParley.on(database).start()) {
            var bob = parley.agent("bob");
            bob.say(bob.run("{}"), "{\"to\":\"user\",\"kind\":\"REQUEST_USER_INPUT\"}");
            for (int i = 0; i < 3; i++) {
                bob.post("/api/tasks", "{\"message\":\"m\"}").expect(201);
            }
            var given = bob.post("/api/tasks/claim", "{}").expect(200).json();
            bob.post("/api/tasks/claim", "{}").expect(200);
            bob.post(
                            "/api/tasks/" + given.at("/task/task_id").asText() + "/complete",
                            "{\"fence\":" + given.at("/lease/fence") + "}")
                    .expect(201);
            awaitMetrics(
                    bob,
                    "parley_questions_open 1.0",
                    "parley_notices_waiting 0.0",
                    "parley_tasks{state=\"queued\"} 1.0",
                    "parley_tasks{state=\"held\"} 1.0",
                    "parley_tasks_oldest_queued_seconds",
                    "parley_tasks_claimed_total 2.0",
                    "parley_tasks_ended_total{state=\"completed\"} 1.0",
                    "parley_tasks_ended_total{state=\"failed\"} 0.0");
        }
    }

    @Test
    void theHubTellsWhatItCountsAndMeasures() {
        try (var parley = TestParley.start()) {
            var bob = parley.agent("bob");
            var run = bob.run("{}");
            bob.say(run, "{\"to\":\"user\"}");
            bob.get("/api/tokens").expect(Problem.FORBIDDEN);
            var waiting = bob.later("/api/runs/" + run + "/messages?after=1&wait=20");
            parley.awaitWaiter(run);

            awaitMetrics(
                    bob,
                    "parley_http_requests_seconds_count{route=\"POST /api/runs\",status=\"201\"} 1",
                    "parley_http_requests_seconds_bucket{route=\"POST"
                            + " /api/runs/{run}/messages\",status=\"201\",le=\"60.0\"} 1",
                    "parley_refusals_total{code=\"forbidden\"} 1.0",
                    "parley_store_commit_seconds_bucket",
                    "parley_store_batch_commands_count",
                    "parley_store_queue 0.0",
                    "parley_store_reads_total",
                    "parley_store_well 1.0",
                    "parley_http_open 2.0",
                    "parley_waits 1.0",
                    "jvm_memory_used_bytes",
                    "jvm_gc_collections_total",
                    "process_uptime_seconds");
            assertThat(metrics(bob)).containsPattern("parley_store_wal_bytes [1-9]");
            bob.say(run, "{\"to\":\"user\"}");
            waiting.join().expect(200);
            awaitMetrics(bob, "parley_waits 0.0");
        }
    }

    @Test
    void aConversationIsCountedByWhatItsMessagesDo() {
        try (var parley = TestParley.with("guards.internal-loop", "1").start()) {
            var alice = parley.agent("alice");
            var bob = parley.agent("bob");
            var run =
                    alice.run(
                            """
                            {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}""");
            var check = "{\"to\":\"worker\",\"kind\":\"status_check\"}";
            alice.say(run, check);
            alice.post("/api/runs/" + run + "/messages", check).expect(Problem.INTERNAL_LOOP);
            bob.post("/api/runs/" + run + "/pull", "{}").expect(200);
            bob.post("/api/runs/" + run + "/pull", "{\"after\":0}").expect(200);

            awaitMetrics(
                    bob,
                    "parley_messages_total{act=\"ask\"} 1.0",
                    "parley_messages_total{act=\"system\"} 2.0",
                    "parley_messages_total{act=\"say\"} 0.0",
                    "parley_guard_trips_total{guard=\"internal-loop\"} 1.0",
                    "parley_refusals_total{code=\"internal-loop\"} 1.0",
                    "parley_questions_open 1.0",
                    "parley_delivery_seconds_count 1",
                    "parley_store_sync_seconds_count");
        }
    }

    @Test
    void noLabelTakesWhatAClientChooses() {
        try (var parley = TestParley.start()) {
            var bob = parley.agent("bob");
            bob.get("/api/runs/mine-1").expect(Problem.UNKNOWN_RUN);
            bob.get("/mine-2").expect(Problem.NOT_FOUND);
            bob.send(bob.request("/api/runs").method("MINE-3", BodyPublishers.noBody()));

            awaitMetrics(bob, "route=\"GET ?\",status=\"404\"", "route=\"OTHER ?\",status=\"405\"");
            assertThat(metrics(bob)).doesNotContain("mine-1", "mine-2", "MINE-3", "bob");
        }
    }

    @Test
    void strangersSeeThemOnlyWhenThatIsConfigured() {
        try (var parley = TestParley.start()) {
            parley.stranger().get("/metrics").expect(Problem.UNAUTHENTICATED);
        }
        try (var parley = TestParley.with("metrics.open", "true").start()) {
            var reply = parley.stranger().get("/metrics").expect(200);
            assertThat(reply.header("Content-Type")).isEqualTo(Metrics.CONTENT_TYPE);
        }
    }

    /** A request counts when it has ended, which is a moment after its answer was seen. */
    private static void awaitMetrics(Caller caller, String... lines) {
        while (!Arrays.stream(lines).allMatch(metrics(caller)::contains)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static String metrics(Caller caller) {
        return caller.get("/metrics").expect(200).text();
    }
}
