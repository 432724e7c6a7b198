package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Notices for one listener what has changed. While nothing wakes it, it reads nothing; what changes
 * while nobody asks is told once when somebody does.
 */
final class Ear implements AutoCloseable {
    private final Wakeups wakeups;
    private final Semaphore bell = new Semaphore(0);
    private final Map<String, Heard> followed = new LinkedHashMap<>();
    private boolean isClosed;

    Ear(Wakeups wakeups) {
        this.wakeups = wakeups;
    }

    /** Something that is followed, and how the client is told. */
    private final class Heard implements AutoCloseable {
        private final Supplier<String> read;
        private final ObjectNode notification;
        private final Wakeups.Watch watch;
        private volatile boolean isDirty;
        private String mark = "";

        Heard(Set<Topic> topics, Supplier<String> read, ObjectNode notification) {
            this.read = read;
            this.notification = notification;
            this.watch = wakeups.watch(topics, this::woken);
        }

        private void woken() {
            isDirty = true;
            ring();
        }

        /** Whether it is another than before. */
        boolean hasChanged() {
            if (!isDirty) {
                return false;
            }
            isDirty = false;
            var now = read.get();
            boolean other = !now.equals(mark);
            mark = now;
            return other;
        }

        @Override
        public void close() {
            watch.close();
        }
    }

    void follow(String uri, Watchable watchable) {
        var params = Json.object().put("uri", uri);
        var heard =
                new Heard(
                        watchable.topics(),
                        watchable.mark(),
                        Rpc.notification("notifications/resources/updated", params));
        try {
            heard.mark = watchable.mark().get();
        } catch (RuntimeException failed) {
            heard.close();
            throw failed;
        }
        put(uri, heard);
    }

    void follow(Offers offers, Offers.Kind kind) {
        var count = new AtomicLong();
        put(
                kind.method(),
                new Heard(
                        Set.of(offers.topic(kind)),
                        () -> Long.toString(count.incrementAndGet()),
                        Rpc.notification(kind.method(), Json.object())));
    }

    private synchronized void put(String name, Heard heard) {
        if (isClosed) {
            heard.close();
            return;
        }
        var before = followed.put(name, heard);
        if (before != null) {
            before.close();
        }
    }

    synchronized void leave(String uri) {
        var before = followed.remove(uri);
        if (before != null) {
            before.close();
        }
    }

    synchronized int following() {
        return followed.size();
    }

    /** Has whoever waits look up. */
    void ring() {
        if (bell.availablePermits() == 0) {
            bell.release();
        }
    }

    /** Waits for something to look at; false when nothing came. */
    private boolean await(Duration atMost) throws InterruptedException {
        boolean rung = bell.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
        bell.drainPermits();
        return rung;
    }

    /** Where what has changed is told. */
    @FunctionalInterface
    interface Telling {
        void tell(ObjectNode notification) throws IOException;
    }

    /** Tells of every change for as long as it may, with a sign of life when there is none. */
    void tell(Pens.Pen pen, Duration pulse, BooleanSupplier lasts, Telling telling)
            throws IOException, InterruptedException {
        while (lasts.getAsBoolean()) {
            var news = news();
            // A hub that stops wakes everybody, which is no change.
            if (!lasts.getAsBoolean()) {
                return;
            }
            for (var notification : news) {
                telling.tell(notification);
            }
            if (!await(pulse)) {
                pen.pulse();
            }
        }
    }

    /**
     * What the client is to be told, each thing once. What cannot be read any more is gone or no
     * longer the client's to see: it is followed no further, and silences nothing else.
     */
    synchronized List<ObjectNode> news() {
        var news = new ArrayList<ObjectNode>();
        for (var each = followed.values().iterator(); each.hasNext(); ) {
            var heard = each.next();
            try {
                if (heard.hasChanged()) {
                    news.add(heard.notification.deepCopy());
                }
            } catch (ParleyException gone) {
                if (gone.problem().recoverable()) {
                    heard.isDirty = true;
                } else {
                    each.remove();
                    heard.close();
                }
            }
        }
        return news;
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        followed.values().forEach(Heard::close);
        followed.clear();
    }
}
