package dev.parley.metric;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long things took, counted by size: four sizes between a duration and its double, so that what
 * is read from it is right to about a fifth.
 */
final class Spread {
    private static final int STEPS = 4;

    /** From a microsecond to twelve days. */
    private static final int SIZES = 40 * STEPS;

    private static final double NANOS_PER_MICRO = 1_000;
    private static final double MICROS_PER_MILLI = 1_000;

    private final AtomicLongArray counts = new AtomicLongArray(SIZES);

    void record(long nanos) {
        double micros = Math.max(1, nanos / NANOS_PER_MICRO);
        int size = (int) Math.round(Math.log(micros) / Math.log(2) * STEPS);
        counts.incrementAndGet(Math.min(size, SIZES - 1));
    }

    /** How many there have been of each size. */
    long[] totals() {
        var totals = new long[SIZES];
        for (int i = 0; i < SIZES; i++) {
            totals[i] = counts.get(i);
        }
        return totals;
    }

    /**
     * In how many milliseconds this share of those was done that came between two totals; not a
     * number when there were none.
     */
    static double millis(double share, long[] before, long[] now) {
        long all = 0;
        for (int i = 0; i < SIZES; i++) {
            all += now[i] - before[i];
        }
        long left = (long) Math.ceil(all * share);
        for (int i = 0; i < SIZES && all > 0; i++) {
            left -= now[i] - before[i];
            if (left <= 0) {
                return Math.pow(2, (double) i / STEPS) / MICROS_PER_MILLI;
            }
        }
        return Double.NaN;
    }
}
