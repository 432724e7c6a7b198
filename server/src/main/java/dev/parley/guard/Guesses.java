package dev.parley.guard;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** How often somebody may be wrong who says who they are. */
public final class Guesses {
    /** A minute, from one address. */
    public static final int MAX = 10;

    private final Buckets<String> wrong;

    /**
     * Begins with nobody having guessed.
     *
     * @param nanos counts nanoseconds from anywhere and never back, as {@link System#nanoTime} does
     */
    public Guesses(LongSupplier nanos) {
        this.wrong = new Buckets<>(MAX, nanos);
    }

    /**
     * Has somebody tell who they are. Only whoever is wrong is counted and refused: behind a proxy
     * all come from one address, and what is told is too long to be guessed anyway.
     */
    public <R> R attempt(String address, Supplier<R> telling) {
        try {
            return telling.get();
        } catch (ParleyException wrongly) {
            if (wrongly.problem() == Problem.UNAUTHENTICATED) {
                charge(address);
            }
            throw wrongly;
        }
    }

    private void charge(String address) {
        var probe = wrong.of(address).tryConsumeAndReturnRemaining(1);
        if (!probe.isConsumed()) {
            throw refusal(probe.getNanosToWaitForRefill());
        }
    }

    private static ParleyException refusal(long nanos) {
        long wait = Math.max(1, Duration.ofNanos(nanos).plusNanos(999_999_999).toSeconds());
        return new ParleyException(
                Problem.RATE_LIMITED,
                "more than " + MAX + " wrong ones a minute; try again in " + wait + " s",
                Map.of("retry_after", wait, "limit", MAX));
    }
}
