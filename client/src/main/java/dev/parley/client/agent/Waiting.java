package dev.parley.client.agent;

import dev.parley.client.Stranger;
import dev.parley.protocol.ParleyException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;

/** Waits that outlive a hub that is away. */
final class Waiting {
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final int MAX_DOUBLINGS = 5;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    private static final Set<Integer> AWAY = Set.of(408, 429, 502, 503, 504, 507);

    private Waiting() {}

    /** Whether a problem is about the moment, so that the same may work later. */
    static boolean mayPass(ParleyException e) {
        return e.problem().recoverable() || Stranger.hasAnswered(e);
    }

    /** Whether the hub is away or busy, whatever it is asked. */
    static boolean isAway(ParleyException e) {
        return e.problem().recoverable() && AWAY.contains(e.problem().status());
    }

    /** Asks until there is something or time is over, also while the hub is away. */
    static <T> Optional<T> until(Duration atMost, Function<Duration, Optional<T>> ask) {
        long end = System.nanoTime() + atMost.toNanos();
        for (int failures = 0; ; failures++) {
            var left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            try {
                return ask.apply(left);
            } catch (ParleyException e) {
                if (!mayPass(e) || left.isZero() || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
            pause(failures);
        }
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The same for as long as allowed. */
    static void join(Thread thread, Duration atMost) {
        try {
            thread.join(atMost);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A pause that doubles with every failure, spread so that nobody marches in step. */
    static void pause(int failures) {
        long doubled = FIRST_PAUSE_MILLIS << Math.min(failures, MAX_DOUBLINGS);
        long longest = Math.min(doubled, LONGEST_PAUSE_MILLIS);
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(longest / 2, longest + 1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
