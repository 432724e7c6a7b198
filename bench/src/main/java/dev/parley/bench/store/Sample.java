package dev.parley.bench.store;

/**
 * What one side did in one round.
 *
 * @param cpuNanos of the thread that wrote
 * @param commits each of which is one fsync of the log
 */
record Sample(long rows, long commits, long nanos, long cpuNanos) {
    double rowsPerSecond() {
        return rows * 1e9 / nanos;
    }

    double microsPerRow() {
        return nanos / 1e3 / rows;
    }

    double commitsPerSecond() {
        return commits * 1e9 / nanos;
    }

    double cpuMicrosPerRow() {
        return cpuNanos / 1e3 / rows;
    }

    int meanBatch() {
        return Math.max(1, Math.round((float) rows / commits));
    }
}
