package dev.parley.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** A few figures are kept for a while, so that a person sees how they went. */
class HistoryTest {
    private final History history = new Metrics().history();

    @Test
    void everyStepSaysWhatCameAboutInIt() {
        var total = new AtomicLong(7);
        history.count("things", total::get);
        history.look(Instant.EPOCH);
        total.addAndGet(3);
        history.look(Instant.EPOCH);
        assertThat(points(Span.QUARTER, "things")).containsExactly(0.0, 3.0);
    }

    @Test
    void aLongerSpanHasFewerPointsForTheSameTime() {
        var total = new AtomicLong();
        history.count("things", total::incrementAndGet);
        for (int i = 0; i < 180; i++) {
            history.look(Instant.ofEpochSecond(i));
        }
        assertThat(points(Span.QUARTER, "things")).hasSize(180);
        assertThat(points(Span.HOUR, "things")).hasSize(60);
        assertThat(points(Span.DAY, "things")).hasSize(3);
        assertThat(history.past(Span.DAY).until()).isEqualTo(Instant.ofEpochSecond(179));
    }

    @Test
    void theOldestPointsMakeRoom() {
        var value = new AtomicLong();
        history.gauge("level", value::get);
        for (int i = 1; i <= 200; i++) {
            value.set(i);
            history.look(Instant.EPOCH);
        }
        assertThat(points(Span.QUARTER, "level")).hasSize(180).startsWith(21.0).endsWith(200.0);
    }

    @Test
    void halfOfWhatWasDoneWasDoneWithinTheMedian() {
        for (int millis = 1; millis <= 100; millis++) {
            deliver(Duration.ofMillis(millis));
        }
        history.look(Instant.EPOCH);
        assertThat(points(Span.QUARTER, "delivery_p50_ms").getLast()).isBetween(40.0, 60.0);
        assertThat(points(Span.QUARTER, "delivery_p99_ms").getLast()).isBetween(80.0, 120.0);
        history.look(Instant.EPOCH);
        assertThat(points(Span.QUARTER, "delivery_p50_ms").getLast()).isNaN();
    }

    @Test
    void peopleSeeItOverHttpAndAgentsDoNot() {
        try (var parley = TestParley.start()) {
            var alice = parley.agent("alice");
            parley.noteFigures();
            var run = alice.run("{}");
            for (int i = 0; i < 10; i++) {
                alice.say(run, "{\"to\":\"bob\"}");
            }
            alice.post("/api/tasks", "{\"message\":\"review it\"}").expect(201);
            parley.noteFigures();
            var past = parley.person("ann").get("/api/metrics/history?span=15m").expect(200);
            assertThat(past.number("step_seconds")).isEqualTo(5);
            var series = past.json().path("series");
            assertThat(series.at("/messages_per_second/1").asDouble()).isGreaterThanOrEqualTo(2);
            assertThat(series.at("/tasks_queued/1").asInt()).isEqualTo(1);
            assertThat(series.at("/commit_p99_ms/1").asDouble()).isPositive();
            alice.get("/api/metrics/history").expect(Problem.FORBIDDEN);
            parley.owner().get("/api/metrics/history?span=1y").expect(Problem.BAD_VALUE);
            assertThat(parley.owner().get("/api/metrics/history?span=24h").number("step_seconds"))
                    .isEqualTo(300);
        }
    }

    private void deliver(Duration after) {
        history.committed(new Batch(1, 1, 1, List.of(new Tally.Delivered(after))));
    }

    private List<Double> points(Span span, String name) {
        return history.past(span).series().getOrDefault(name, List.of());
    }
}
