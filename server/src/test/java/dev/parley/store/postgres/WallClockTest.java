package dev.parley.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestClock;
import dev.parley.TestNanos;
import dev.parley.TestParley;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Hubs on one database go by its clock, whatever their machines have on the wall. */
class WallClockTest {
    @Test
    void aReplyIsNotOverdueBecauseTheClockOfOneHubIsAnHourAhead() {
        var database = new PostgresStores();
        var late = new TestClock();
        late.advance(Duration.ofHours(1));
        try (var here = TestParley.on(database).beside(new TestClock()).start();
                var there = TestParley.on(database).beside(late).start()) {
            var alice = here.agent("alice");
            var bob = there.agent("bob");
            var run = alice.run("{\"participants\":{\"a\":\"alice\",\"b\":\"bob\"}}");
            alice.say(run, "{\"to\":\"bob\",\"kind\":\"QUERY\",\"message_id\":\"m1\"}");
            bob.post("/api/runs/" + run + "/pull", "{}").expect(200);
            bob.say(run, "{\"to\":\"alice\",\"kind\":\"plan_update\",\"message_id\":\"m2\"}");
            Stream.of(here, there).forEach(TestParley::lookAfterReplies);

            var pending = alice.get("/api/agents/alice/pending").elements("items");
            assertThat(pending).hasSize(1);
            double deadline = pending.getFirst().path("deadline_at").asDouble();
            assertThat(deadline - sent(alice, run, "m1")).isEqualTo(600);
            assertThat(sent(alice, run, "m2") - sent(alice, run, "m1")).isBetween(-60.0, 600.0);
        }
    }

    private static double sent(Caller caller, String run, String message) {
        return caller.get("/api/runs/" + run + "/messages/" + message)
                .json()
                .path("created_at")
                .asDouble();
    }

    @Test
    void itGoesOnByNanosecondsUntilItIsReadAgain() throws SQLException {
        var nanos = new TestNanos();
        var dialect = new PostgresStores().dialect();
        var clock = DatabaseClock.open(dialect, nanos);
        var first = clock.instant();
        assertThat(clock.instant()).isEqualTo(first);
        nanos.jump(Duration.ofHours(2));
        assertThat(clock.instant()).isEqualTo(first.plus(Duration.ofHours(2)));
        try (var sql = dialect.connect()) {
            Instant read = clock.read(sql);
            assertThat(clock.instant()).isEqualTo(read).isBetween(first, first.plusSeconds(600));
        }
    }
}
