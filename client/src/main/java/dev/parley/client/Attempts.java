package dev.parley.client;

import dev.parley.protocol.ParleyException;
import java.time.Duration;
import java.util.function.Supplier;

/** Repeats an attempt for as long as that may help and patience lasts. */
final class Attempts {
    private final Patience patience;

    Attempts(Patience patience) {
        this.patience = patience;
    }

    /** The value of the first attempt that works; otherwise the last attempt's problem. */
    <T> T until(Supplier<Outcome<T>> attempt) {
        long began = System.nanoTime();
        for (int failures = 0; ; failures++) {
            switch (attempt.get()) {
                case Outcome.Done<T>(var value) -> {
                    return value;
                }
                case Outcome.Refused<T>(var problem) -> throw problem;
                case Outcome.Postponed<T>(var problem, var notBefore) ->
                        pauseOrGiveUp(problem, longer(notBefore, patience.pause(failures)), began);
            }
        }
    }

    private void pauseOrGiveUp(ParleyException problem, Duration pause, long began) {
        var spent = Duration.ofNanos(System.nanoTime() - began);
        if (spent.plus(pause).compareTo(patience.within()) > 0) {
            throw problem;
        }
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            problem.addSuppressed(e);
            throw problem;
        }
    }

    private static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
