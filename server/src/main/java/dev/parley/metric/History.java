package dev.parley.metric;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What a few figures were lately, in memory alone: it begins anew with every start. Each span has a
 * ring of its own, in which every point says what came about in its step, so that a day takes no
 * more room than an hour.
 */
public final class History {
    /** How often it is to be looked. */
    public static final Duration PERIOD = Span.QUARTER.step();

    private static final double MEDIAN = 0.5;
    private static final double NEARLY_ALL = 0.99;

    private final LongAdder messages = new LongAdder();
    private final Spread deliveries = new Spread();
    private final Spread commits = new Spread();
    private final Map<Span, Ring> rings = new EnumMap<>(Span.class);
    private long looks;
    private Instant until = Instant.EPOCH;

    History() {
        for (var span : Span.values()) {
            rings.put(span, new Ring(span.points()));
        }
        rate("messages_per_second", messages::sum);
        spread("delivery", deliveries);
        spread("commit", commits);
    }

    /** What each figure was, oldest first; not a number where there is nothing to say. */
    public record Past(Span span, Instant until, Map<String, List<Double>> series) {}

    /** Something that only grows, by how much it grew each second. */
    private void rate(String name, LongSupplier total) {
        add(name, span -> new Growth(total, span.step().toSeconds()));
    }

    /** The same by how much it grew in the step. */
    public void count(String name, LongSupplier total) {
        add(name, _ -> new Growth(total, 1));
    }

    /** Something that goes up and down. */
    public void gauge(String name, DoubleSupplier value) {
        add(name, _ -> value);
    }

    private void spread(String name, Spread spread) {
        add(name + "_p50_ms", _ -> new Share(spread, MEDIAN));
        add(name + "_p99_ms", _ -> new Share(spread, NEARLY_ALL));
    }

    private synchronized void add(String name, Function<Span, DoubleSupplier> point) {
        rings.forEach((span, ring) -> ring.add(name, point.apply(span)));
    }

    void committed(Batch batch) {
        commits.record(batch.nanos());
        for (var tally : batch.tallies()) {
            switch (tally) {
                case Tally.Appended _ -> messages.increment();
                case Tally.Delivered(var after) -> deliveries.record(after.toNanos());
                case Tally.Said _,
                        Tally.Claimed _,
                        Tally.TaskEnded _,
                        Tally.Tripped _,
                        Tally.Noticed _ -> {}
            }
        }
    }

    /** A period is over. */
    public synchronized void look(Instant now) {
        looks++;
        until = now;
        rings.forEach(
                (span, ring) -> {
                    if (looks % span.step().dividedBy(PERIOD) == 0) {
                        ring.look();
                    }
                });
    }

    public synchronized Past past(Span span) {
        return new Past(span, until, Objects.requireNonNull(rings.get(span)).past());
    }

    /** By how much a total has grown since it was last asked. */
    private static final class Growth implements DoubleSupplier {
        private final LongSupplier total;
        private final double unit;
        private long before;

        Growth(LongSupplier total, double unit) {
            this.total = total;
            this.unit = unit;
            this.before = total.getAsLong();
        }

        @Override
        public double getAsDouble() {
            long now = total.getAsLong();
            long grown = now - before;
            before = now;
            return grown / unit;
        }
    }

    /** Within what time a share of those was done that came since it was last asked. */
    private static final class Share implements DoubleSupplier {
        private final Spread spread;
        private final double share;
        private long[] before;

        Share(Spread spread, double share) {
            this.spread = spread;
            this.share = share;
            this.before = spread.totals();
        }

        @Override
        public double getAsDouble() {
            var now = spread.totals();
            var then = before;
            before = now;
            return Spread.millis(share, then, now);
        }
    }
}
