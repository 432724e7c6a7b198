package dev.parley.guard;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Buckets that all hold as much, by whom they are for. A bucket that nobody used for a minute is
 * full again and is forgotten; when there are too many, the one that was not used for longest is.
 */
final class Buckets<K> {
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final int MAX = 20_000;

    private final int capacity;
    private final TimeMeter meter;
    private final Map<K, Used> buckets = new LinkedHashMap<>(16, 0.75f, true);

    /** A bucket and when it was used last. */
    private record Used(Bucket bucket, long at) {}

    Buckets(int capacity, LongSupplier nanos) {
        this.capacity = capacity;
        this.meter = new Meter(nanos);
    }

    boolean isOff() {
        return capacity == 0;
    }

    int capacity() {
        return capacity;
    }

    synchronized Bucket of(K key) {
        long now = meter.currentTimeNanos();
        var known = buckets.get(key);
        var bucket = known == null ? full() : known.bucket;
        buckets.put(key, new Used(bucket, now));
        var eldest = buckets.values().iterator();
        while (eldest.hasNext() && (isFull(eldest.next(), now) || buckets.size() > MAX)) {
            eldest.remove();
        }
        return bucket;
    }

    synchronized int size() {
        return buckets.size();
    }

    private static boolean isFull(Used used, long now) {
        return now - used.at >= MINUTE.toNanos();
    }

    private Bucket full() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(capacity).refillGreedy(capacity, MINUTE))
                .withCustomTimePrecision(meter)
                .build();
    }

    /** The time that is handed in. */
    private record Meter(LongSupplier nanos) implements TimeMeter {
        @Override
        public long currentTimeNanos() {
            return nanos.getAsLong();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }
}
