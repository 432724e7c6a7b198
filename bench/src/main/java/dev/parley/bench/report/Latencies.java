package dev.parley.bench.report;

import java.util.Arrays;

/** How long each of many things took; filled by one thread, then joined with others. */
public final class Latencies {
    private long[] nanos = new long[1_024];
    private int size;

    public void add(long took) {
        if (size == nanos.length) {
            nanos = Arrays.copyOf(nanos, size * 2);
        }
        nanos[size++] = took;
    }

    public synchronized void addAll(Latencies others) {
        for (int i = 0; i < others.size; i++) {
            add(others.nanos[i]);
        }
    }

    public int count() {
        return size;
    }

    /** The time, in milliseconds, within which this share of them was done. */
    public double millis(double share) {
        if (size == 0) {
            return Double.NaN;
        }
        var sorted = Arrays.copyOf(nanos, size);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(size - 1L, (long) (size * share))] / 1e6;
    }
}
