package dev.parley.metric;

import dev.parley.protocol.ParleyException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A figure that is looked up only when something was written since, so that rest costs nothing.
 * While the store cannot be read, it stays what it was.
 */
public final class Steady<T> implements Supplier<T> {
    private final LongSupplier written;
    private final Supplier<T> look;
    private T value;
    private long seen = -1;

    public Steady(T atFirst, LongSupplier written, Supplier<T> look) {
        this.value = atFirst;
        this.written = written;
        this.look = look;
    }

    @Override
    public synchronized T get() {
        long now = written.getAsLong();
        if (now != seen) {
            try {
                value = look.get();
                seen = now;
            } catch (ParleyException unwell) {
                return value;
            }
        }
        return value;
    }
}
