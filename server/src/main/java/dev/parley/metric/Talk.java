package dev.parley.metric;

import dev.parley.protocol.Space;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * How often who has spoken to whom within the last hour, by the minute; in memory, of this node, so
 * that a picture of it costs no look at any log.
 */
public final class Talk {
    private static final int MINUTES = 60;

    /** Of how many pairs it is known; who has been silent longest makes room. */
    private static final int MAX_PAIRS = 10_000;

    /** As many recipients of one broadcast are counted. */
    private static final int MAX_RECIPIENTS = 50;

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanos;
    private final Map<Pair, Count> counts =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<Pair, Count> eldest) {
                    return size() > MAX_PAIRS;
                }
            };

    Talk() {
        this(System::nanoTime);
    }

    /** Counts from its own beginning: where nanos begin nobody knows. */
    Talk(LongSupplier nanos) {
        long begun = nanos.getAsLong();
        this.nanos = () -> nanos.getAsLong() - begun;
    }

    private record Pair(Space space, String from, String to) {}

    /** How many there were in each minute, and in which minute the last was. */
    private static final class Count {
        private final int[] perMinute = new int[MINUTES];
        private long minute;
        private long last;

        void add(long now) {
            advance(now / MINUTE);
            perMinute[(int) (minute % MINUTES)]++;
            last = now;
        }

        /** Forgets minutes that are more than an hour ago. */
        private void advance(long to) {
            for (long m = Math.max(minute + 1, to - MINUTES + 1); m <= to; m++) {
                perMinute[(int) (m % MINUTES)] = 0;
            }
            minute = Math.max(minute, to);
        }

        long within(int minutes, long now) {
            advance(now / MINUTE);
            long sum = 0;
            for (long m = minute - minutes + 1; m <= minute; m++) {
                sum += m < 0 ? 0 : perMinute[(int) (m % MINUTES)];
            }
            return sum;
        }
    }

    /** How many messages went from one to another, and how long ago the last did. */
    public record Edge(String from, String to, long messages, Duration ago) {}

    void heard(Tally tally) {
        if (tally instanceof Tally.Said(var space, var from, var to)) {
            long now = nanos.getAsLong();
            synchronized (this) {
                to.stream()
                        .limit(MAX_RECIPIENTS)
                        .forEach(
                                one ->
                                        counts.computeIfAbsent(
                                                        new Pair(space, from, one),
                                                        _ -> new Count())
                                                .add(now));
            }
        }
    }

    /** The busiest pairs of a space within some minutes. */
    public synchronized List<Edge> within(Space space, int minutes, int most) {
        long now = nanos.getAsLong();
        var edges = new ArrayList<Edge>();
        counts.forEach(
                (pair, count) -> {
                    long messages = pair.space.equals(space) ? count.within(minutes, now) : 0;
                    if (messages > 0) {
                        edges.add(
                                new Edge(
                                        pair.from,
                                        pair.to,
                                        messages,
                                        Duration.ofNanos(now - count.last)));
                    }
                });
        edges.sort(
                Comparator.comparingLong(Edge::messages)
                        .reversed()
                        .thenComparing(Edge::from)
                        .thenComparing(Edge::to));
        return edges.subList(0, Math.min(most, edges.size()));
    }
}
