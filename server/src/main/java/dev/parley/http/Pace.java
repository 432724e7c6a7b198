package dev.parley.http;

import java.time.Duration;

/**
 * How slowly a body may arrive: a grace period, then at least {@value #BYTES_PER_SECOND} bytes a
 * second on average, not counting the time in which nobody waited for it. Whoever trickles bytes to
 * hold a request open is refused.
 */
record Pace(Duration grace) {
    static final long BYTES_PER_SECOND = 4_096;

    boolean isTooSlow(long bytes, long waitedNanos) {
        long seconds = bytes / BYTES_PER_SECOND;
        return waitedNanos > grace.plusSeconds(seconds).toNanos();
    }
}
