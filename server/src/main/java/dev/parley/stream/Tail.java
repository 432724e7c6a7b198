package dev.parley.stream;

import dev.parley.bus.Asides;
import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.store.table.FeedTable.Position;
import dev.parley.store.table.RunKey;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one reader of the feed on this node: wakes when it has grown, makes each change into a frame
 * once and puts that into the queues of all who want it. It never waits for any of them: one whose
 * queue is full goes on by a cursor of its own until it has caught up. With nobody there it reads
 * and watches nothing.
 */
final class Tail implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Tail.class);
    private static final Set<Topic> FEED = Set.of(new Topic.Feed());

    /** How long subscribers may take to end by themselves when the hub stops. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /**
     * How often, and after what time each, a change that woke the tail but is not to be seen is
     * looked for: a transaction of another node that began earlier has not ended yet.
     */
    private static final int LOOKS = 5;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final Feed feed;
    private final Wakeups wakeups;
    private final Traffic traffic;
    private final Duration pulse;
    private final boolean isShared;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<Subscriber> open = new HashSet<>();
    private final Audience live = new Audience();
    private @Nullable Position position;
    private boolean closed;

    Tail(Feed feed, Wakeups wakeups, Traffic traffic, Duration pulse, boolean isShared) {
        this.feed = feed;
        this.wakeups = wakeups;
        this.traffic = traffic;
        this.pulse = pulse;
        this.isShared = isShared;
    }

    Tail start() {
        Thread.ofPlatform().name("parley-tail").daemon().start(this::run);
        return this;
    }

    /** Somebody has come; it gets a pulse from now on, and frames once it has joined. */
    void enter(Subscriber subscriber) {
        lock.lock();
        try {
            if (closed) {
                throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
            }
            open.add(subscriber);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void exit(Subscriber subscriber) {
        lock.lock();
        try {
            remove(subscriber);
            open.remove(subscriber);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Hands over whatever follows the subscriber's place; false when the tail is further than that
     * already, and the subscriber must first catch up.
     */
    boolean join(Subscriber subscriber, Position place) {
        lock.lock();
        try {
            var known = position;
            if (known != null && place.compareTo(known) < 0) {
                return false;
            }
            if (known == null) {
                position = place;
                wakeups.wake(FEED);
            }
            live.add(subscriber);
            subscriber.joined(place);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Hands over nothing more; tells up to where everything has been handed over. */
    @Nullable Position leave(Subscriber subscriber) {
        lock.lock();
        try {
            var reached = position;
            return remove(subscriber) ? reached : null;
        } finally {
            lock.unlock();
        }
    }

    /** Tells whoever listens to a run something that is not kept. */
    void say(Asides.Aside said) {
        tell(feed.around(new RunKey(said.space(), said.run())), Event.of(said));
    }

    /** Tells whoever wants any of these something that is not kept. */
    void tell(Set<Interest> interests, Event event) {
        var aside = new Item.Aside(event);
        lock.lock();
        try {
            live.of(interests).forEach(subscriber -> subscriber.hear(aside));
        } finally {
            lock.unlock();
        }
    }

    /** The spaces of which somebody follows everything that it may see. */
    Set<Space> followed() {
        lock.lock();
        try {
            return live.followed();
        } finally {
            lock.unlock();
        }
    }

    private boolean remove(Subscriber subscriber) {
        if (!subscriber.isLive()) {
            return false;
        }
        live.remove(subscriber);
        subscriber.left();
        if (live.isEmpty()) {
            position = null;
        }
        return true;
    }

    private void run() {
        try {
            while (awaitSomebody()) {
                try (var watch = wakeups.watch(FEED)) {
                    follow(watch);
                } catch (RuntimeException failed) {
                    LOG.atWarn().setCause(failed).log("event=tail-failed");
                    Thread.sleep(GRACE);
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean awaitSomebody() throws InterruptedException {
        lock.lock();
        try {
            while (!closed && open.isEmpty()) {
                changed.await();
            }
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    private void follow(Wakeups.Watch watch) throws InterruptedException {
        long nextPulse = System.nanoTime() + pulse.toNanos();
        int looks = 0;
        readOn();
        while (isSomebodyThere()) {
            long left = nextPulse - System.nanoTime();
            if (left <= 0) {
                pulse();
                nextPulse = System.nanoTime() + pulse.toNanos();
                continue;
            }
            boolean rung =
                    watch.await(
                            Duration.ofNanos(
                                    looks > 0 ? Math.min(left, BETWEEN_LOOKS.toNanos()) : left));
            if (rung || looks > 0) {
                boolean found = readOn();
                looks = found ? 0 : rung && isShared ? LOOKS : Math.max(0, looks - 1);
            }
        }
    }

    private boolean isSomebodyThere() {
        lock.lock();
        try {
            return !closed && !open.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private void pulse() {
        lock.lock();
        try {
            var here = new Item.Pulse(position);
            var elsewhere = new Item.Pulse(null);
            open.forEach(
                    subscriber -> subscriber.pulse(subscriber.isLive() ? here : elsewhere, pulse));
        } finally {
            lock.unlock();
        }
    }

    /** Hands out all that is there; false when that is nothing. */
    private boolean readOn() {
        boolean found = false;
        while (true) {
            var from = position();
            if (from == null) {
                return found;
            }
            var page = feed.after(from);
            found |= !page.changes().isEmpty();
            handOut(from, page);
            if (page.isLast()) {
                return found;
            }
        }
    }

    private @Nullable Position position() {
        lock.lock();
        try {
            return position;
        } finally {
            lock.unlock();
        }
    }

    private void handOut(Position from, Feed.Page page) {
        lock.lock();
        try {
            // Meanwhile all may have left and others come, who begin elsewhere.
            if (from.equals(position)) {
                page.changes().forEach(this::handOut);
                position = live.isEmpty() ? null : page.end();
            }
        } finally {
            lock.unlock();
        }
    }

    private void handOut(Change change) {
        try {
            var wanting = live.of(change);
            if (!wanting.isEmpty()) {
                feed.frame(change).ifPresent(frame -> handOut(frame, wanting));
                change.addedAt().ifPresent(traffic::handedOut);
            }
        } catch (RuntimeException unreadable) {
            LOG.atError().setCause(unreadable).log("event=change-not-streamed");
        }
    }

    private void handOut(Frame frame, Set<Subscriber> wanting) {
        for (var subscriber : wanting) {
            if (!subscriber.offer(frame)) {
                traffic.fellBehind();
                remove(subscriber);
            }
        }
    }

    /** Ends every stream: by itself if it can, by force after a moment. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            open.forEach(Subscriber::end);
            changed.signalAll();
            wakeups.wake(FEED);
            long left = GRACE.toNanos();
            while (!open.isEmpty() && left > 0) {
                left = changed.awaitNanos(left);
            }
            open.forEach(Subscriber::cut);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
