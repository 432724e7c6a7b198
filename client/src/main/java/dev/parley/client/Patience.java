package dev.parley.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long a client keeps trying before it says that something went wrong.
 *
 * @param within from the first attempt to the last; zero means one attempt only
 * @param answer how long one attempt may take, beyond what the call itself asks the hub to wait
 * @param stall how long a download may give nothing before it counts as broken
 */
public record Patience(Duration within, Duration answer, Duration stall) {
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final int MAX_DOUBLINGS = 5;

    /** Short beside a lease, so that a claim whose answer was lost is found while it counts. */
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    /** Half a minute of attempts: longer than a restart of the hub takes. */
    public static Patience standard() {
        return new Patience(Duration.ofSeconds(30), Duration.ofSeconds(20), Duration.ofSeconds(60));
    }

    /** The same limits on one attempt, but another time for all of them together. */
    public Patience within(Duration all) {
        return new Patience(all, answer, stall);
    }

    /**
     * The pause before the next attempt: doubling, and spread so that clients do not march in step.
     */
    Duration pause(int failures) {
        long doubled = FIRST_PAUSE_MILLIS << Math.min(failures, MAX_DOUBLINGS);
        long longest = Math.min(doubled, LONGEST_PAUSE_MILLIS);
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1));
    }
}
