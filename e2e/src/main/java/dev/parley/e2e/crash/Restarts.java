package dev.parley.e2e.crash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** How long the hub took, from each start to its first answer. */
public final class Restarts {
    private final List<Duration> times = new ArrayList<>();

    void add(Duration time) {
        times.add(time);
        Collections.sort(times);
    }

    /** The time within which this share of the starts was done. */
    public Duration within(double share) {
        return times.isEmpty()
                ? Duration.ZERO
                : times.get(Math.max(0, (int) Math.ceil(share * times.size()) - 1));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "restarts %d: p50 %.2f s, p99 %.2f s, longest %.2f s",
                times.size(),
                seconds(within(0.5)),
                seconds(within(0.99)),
                seconds(within(1)));
    }

    static double seconds(Duration time) {
        return time.toMillis() / 1000.0;
    }
}
