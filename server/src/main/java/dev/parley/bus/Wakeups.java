package dev.parley.bus;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells whoever waits on this node that a topic has changed. The order that loses nothing: register
 * with {@link #watch}, read the store, and only then wait.
 */
public final class Wakeups implements AutoCloseable {
    private volatile boolean closed;
    private final Map<Topic, Set<Watch>> watches = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();

    /** Begins to watch some topics; whatever changes from now on is noticed. */
    public Watch watch(Set<Topic> topics) {
        var watch = new Watch(topics);
        for (var topic : topics) {
            watches.compute(
                    topic,
                    (_, present) -> {
                        var set = present == null ? ConcurrentHashMap.<Watch>newKeySet() : present;
                        set.add(watch);
                        return set;
                    });
        }
        return watch;
    }

    /** Wakes everybody who watches one of these topics. */
    public void wake(Collection<Topic> topics) {
        for (var topic : topics) {
            watches.getOrDefault(topic, Set.of()).forEach(Watch::ring);
        }
    }

    /** Ends every wait at once; waiters answer with what they have. */
    @Override
    public void close() {
        closed = true;
        watches.values().forEach(set -> set.forEach(Watch::ring));
    }

    public boolean isClosed() {
        return closed;
    }

    /** How many wait on this node. */
    public int waiting() {
        return waiting.get();
    }

    /** What is being watched on this node. */
    public Set<Topic> watched() {
        return Set.copyOf(watches.keySet());
    }

    /** One waiter's interest. */
    public final class Watch implements AutoCloseable {
        private final Set<Topic> topics;
        private final Semaphore bell = new Semaphore(0);

        private Watch(Set<Topic> topics) {
            this.topics = topics;
        }

        private void ring() {
            if (bell.availablePermits() == 0) {
                bell.release();
            }
        }

        /** Waits for the next change; false when the time is over first. */
        public boolean await(Duration atMost) throws InterruptedException {
            waiting.incrementAndGet();
            try {
                boolean rung = bell.tryAcquire(Math.max(0, atMost.toNanos()), TimeUnit.NANOSECONDS);
                if (rung) {
                    bell.drainPermits();
                }
                return rung;
            } finally {
                waiting.decrementAndGet();
            }
        }

        @Override
        public void close() {
            for (var topic : topics) {
                watches.computeIfPresent(
                        topic,
                        (_, set) -> {
                            set.remove(this);
                            return set.isEmpty() ? null : set;
                        });
            }
        }
    }
}
