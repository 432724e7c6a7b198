package dev.parley.clock;

import dev.parley.protocol.ParleyException;
import dev.parley.store.Store;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How much time hubs have watched on this store, in milliseconds. Whatever is due after a while is
 * due at a point of this time, which stands still while no hub runs or the only one is suspended
 * and does not notice when somebody sets the clock.
 *
 * <p>Every node counts for itself, from the furthest that it has seen the kept counter, and the
 * kept counter becomes the furthest that any node has counted. None of them ever counts faster than
 * time passes, so neither does the counter, however many nodes there are.
 */
public final class HubTime implements AutoCloseable {
    /** A longer gap between two looks is a pause, of which nobody has watched more than this. */
    static final Duration LONGEST_GAP = Duration.ofSeconds(2);

    /** What a crash may lose. */
    static final Duration SAVED_EVERY = Duration.ofSeconds(3);

    private static final Duration TICK = Duration.ofMillis(500);
    private static final Logger LOG = LoggerFactory.getLogger(HubTime.class);

    private final Store store;
    private final LongSupplier nanos;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("parley-hub-time").daemon().factory());
    private volatile Mark mark;
    private volatile CompletableFuture<Long> saving;
    private long saved;

    /** Where hub time stood when somebody looked, both in nanoseconds. */
    private record Mark(long looked, long stood) {
        long at(long now) {
            return stood + Math.clamp(now - looked, 0, LONGEST_GAP.toNanos());
        }
    }

    private HubTime(Store store, LongSupplier nanos, long saved) {
        this.store = store;
        this.nanos = nanos;
        this.saved = saved;
        this.mark = new Mark(nanos.getAsLong(), TimeUnit.MILLISECONDS.toNanos(saved));
        this.saving = CompletableFuture.completedFuture(saved);
    }

    /**
     * Goes on from where the store has it.
     *
     * @param nanos counts nanoseconds from anywhere and never back, as {@link System#nanoTime} does
     */
    public static HubTime open(Store store, LongSupplier nanos) {
        return new HubTime(store, nanos, store.write(new Advance(0)));
    }

    public void start() {
        long every = TICK.toMillis();
        var _ = thread.scheduleAtFixedRate(this::tick, every, every, TimeUnit.MILLISECONDS);
    }

    /** Milliseconds watched so far; costs no more than a look at a clock. */
    public long now() {
        return TimeUnit.NANOSECONDS.toMillis(mark.at(nanos.getAsLong()));
    }

    /** Looks at the clock, and has the store keep what was watched, every few seconds. */
    public synchronized void tick() {
        look(0);
        long now = now();
        if (now - saved >= SAVED_EVERY.toMillis() && saving.isDone()) {
            saved = now;
            var _ = save();
        }
    }

    private synchronized void look(long seen) {
        long now = nanos.getAsLong();
        mark = new Mark(now, Math.max(mark.at(now), TimeUnit.MILLISECONDS.toNanos(seen)));
    }

    /** What could not be kept is kept the next time. */
    CompletableFuture<Long> save() {
        try {
            saving = store.submit(new Advance(now())).whenComplete(this::kept);
        } catch (ParleyException busy) {
            notKept(busy);
        }
        return saving;
    }

    private void kept(@Nullable Long stands, @Nullable Throwable failed) {
        if (stands != null) {
            look(stands);
        } else if (failed != null) {
            notKept(failed);
        }
    }

    private static void notKept(Throwable reason) {
        LOG.atDebug().setCause(reason).log("hub time could not be kept");
    }

    @Override
    public void close() {
        thread.shutdownNow();
        look(0);
        try {
            store.write(new Advance(now()));
        } catch (ParleyException failed) {
            notKept(failed);
        }
    }
}
