package dev.parley.e2e.work;

import dev.parley.protocol.ParleyException;
import java.util.function.Supplier;

/** Calls that wait for a hub that is away. */
final class Patient {
    private static final long PAUSE_MILLIS = 50;

    private Patient() {}

    static <T> T until(Supplier<T> call) {
        while (true) {
            try {
                return call.get();
            } catch (ParleyException e) {
                if (!e.problem().recoverable() || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
            }
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
