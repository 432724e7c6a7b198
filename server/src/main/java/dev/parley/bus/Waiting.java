package dev.parley.bus;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A bounded wait for something to appear in the store: register, then read, then wait.
 *
 * @param topics what may bring it, or end the wait
 * @param stillWelcome refuses a waiter who meanwhile may not wait any more
 * @param givenUp whether nobody wants what it waits for any more
 */
public record Waiting(
        Wakeups wakeups,
        Set<Topic> topics,
        Duration atMost,
        Runnable stillWelcome,
        BooleanSupplier givenUp) {
    /** How often it is looked whether somebody still waits, while nothing comes. */
    private static final Duration LOOK = Duration.ofSeconds(5);

    /** Reads until what is read suffices or the time is over; gives what was read last. */
    public <V> V until(Supplier<V> read, Predicate<V> suffices) {
        if (atMost.isZero()) {
            return read.get();
        }
        long deadline = System.nanoTime() + atMost.toNanos();
        try (var watch = wakeups.watch(topics)) {
            while (true) {
                var value = read.get();
                long left = deadline - System.nanoTime();
                if (suffices.test(value) || left <= 0 || isOver()) {
                    return value;
                }
                await(watch, deadline);
                stillWelcome.run();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
        }
    }

    private boolean isOver() {
        return wakeups.isClosed() || givenUp.getAsBoolean();
    }

    private void await(Wakeups.Watch watch, long deadline) throws InterruptedException {
        boolean isOver = false;
        while (!isOver) {
            long left = Math.max(0, deadline - System.nanoTime());
            boolean isRung = watch.await(Duration.ofNanos(Math.min(left, LOOK.toNanos())));
            OpenLine.require();
            isOver = isRung || deadline - System.nanoTime() <= 0;
        }
    }
}
