package dev.parley;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Nanoseconds that pass only when a test says so. */
public final class TestNanos implements LongSupplier {
    private static final Duration STEP = Duration.ofSeconds(1);

    private final AtomicLong now = new AtomicLong();

    @Override
    public long getAsLong() {
        return now.get();
    }

    /** All at once, as it is for a process that was stopped. */
    public void jump(Duration time) {
        now.addAndGet(time.toNanos());
    }

    /** In small steps, with somebody looking after each. */
    public void pass(Duration time, Runnable look) {
        var left = time;
        while (left.isPositive()) {
            var step = left.compareTo(STEP) < 0 ? left : STEP;
            jump(step);
            look.run();
            left = left.minus(step);
        }
    }
}
