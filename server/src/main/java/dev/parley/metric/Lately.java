package dev.parley.metric;

import dev.parley.protocol.ParleyException;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A figure that must be looked up, and is so at most every few seconds however many ask. While the
 * store cannot be read, it stays what it was.
 */
public final class Lately<T> implements Supplier<T> {
    private static final Duration AGE = Duration.ofSeconds(5);

    private final Supplier<T> look;
    private final LongSupplier nanos;
    private T value;
    private long next;

    public Lately(T atFirst, Supplier<T> look, LongSupplier nanos) {
        this.value = atFirst;
        this.look = look;
        this.nanos = nanos;
        this.next = nanos.getAsLong();
    }

    @Override
    public synchronized T get() {
        long now = nanos.getAsLong();
        if (now - next >= 0) {
            next = now + AGE.toNanos();
            try {
                value = look.get();
            } catch (ParleyException unwell) {
                return value;
            }
        }
        return value;
    }
}
