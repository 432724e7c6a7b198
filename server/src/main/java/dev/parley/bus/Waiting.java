package dev.parley.bus;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** A bounded wait for something to appear in the store: register, then read, then wait. */
public record Waiting(Wakeups wakeups, Topic topic, Duration atMost) {
    /** Reads until what is read suffices or the time is over; gives what was read last. */
    public <V> V until(Supplier<V> read, Predicate<V> suffices) {
        if (atMost.isZero()) {
            return read.get();
        }
        long deadline = System.nanoTime() + atMost.toNanos();
        try (var watch = wakeups.watch(topic)) {
            while (true) {
                var value = read.get();
                long left = deadline - System.nanoTime();
                if (suffices.test(value) || left <= 0 || wakeups.isClosed()) {
                    return value;
                }
                watch.await(Duration.ofNanos(left));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
        }
    }
}
