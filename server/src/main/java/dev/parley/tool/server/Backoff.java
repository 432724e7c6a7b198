package dev.parley.tool.server;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long to leave a server alone that does not work: not at all after the first failure, twice as
 * long after each further one.
 */
final class Backoff {
    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private final LongSupplier nanos;
    private int failures;
    private long until;

    Backoff(LongSupplier nanos) {
        this.nanos = nanos;
    }

    synchronized void failed() {
        failures++;
        until = nanos.getAsLong() + delay(failures).toNanos();
    }

    synchronized void worked() {
        failures = 0;
    }

    /** How much of it is left. */
    synchronized Duration left() {
        var left = Duration.ofNanos(until - nanos.getAsLong());
        return failures == 0 || left.isNegative() ? Duration.ZERO : left;
    }

    static Duration delay(int failures) {
        if (failures <= 1) {
            return Duration.ZERO;
        }
        var doubled = FIRST.multipliedBy(1L << Math.min(failures - 2, 10));
        return doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
    }
}
