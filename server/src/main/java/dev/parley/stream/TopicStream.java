package dev.parley.stream;

import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.TopicPattern;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import dev.parley.store.table.EventTable;
import dev.parley.topic.Topics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Follows what is published, by a cursor of its own over what is stored: whoever is slow is behind
 * and nothing more, since nothing waits for it in memory.
 */
final class TopicStream {
    private static final int PAGE = 100;

    private final Store store;
    private final Topics topics;
    private final Wakeups wakeups;
    private final Space space;
    private long position;

    TopicStream(Store store, Topics topics, Wakeups wakeups, Space space) {
        this.store = store;
        this.topics = topics;
        this.wakeups = wakeups;
        this.space = space;
    }

    /** Where events go. */
    interface Sink {
        /** One event, with the id by which the client goes on after it. */
        void send(String id, EventTable.Row event) throws IOException, InterruptedException;

        /** Nothing more is there for now. */
        void flush() throws IOException;

        /** Nothing was there for a while. */
        void pulse(String id) throws IOException;

        /** Some of what should have come next is no longer kept. */
        void reset(long oldest) throws IOException;
    }

    /** Begins after what a client has seen, or now if it names nothing. */
    TopicStream from(Optional<String> id) {
        if (id.isEmpty()) {
            return from(topics.head(space));
        }
        if (id.get().equals("0")) {
            return from(0);
        }
        long seen = seq(Cursor.read(store.epoch(), id.get()));
        topics.requireReached(space, seen);
        return from(seen);
    }

    TopicStream from(long seq) {
        position = seq;
        return this;
    }

    private static long seq(String place) {
        try {
            return Long.parseLong(place);
        } catch (NumberFormatException _) {
            throw new ParleyException(Problem.BAD_VALUE, "this is not the id of an event");
        }
    }

    String id() {
        return Cursor.write(store.epoch(), Long.toString(position));
    }

    /** Sends on the calling thread for as long as it may. */
    void run(Supplier<List<TopicPattern>> wanted, Sink sink, BooleanSupplier lasts, Duration pulse)
            throws IOException, InterruptedException {
        try (var watch = wakeups.watch(Set.of(new Topic.Events(space)))) {
            while (lasts.getAsBoolean()) {
                var page = topics.after(space, position, wanted.get(), PAGE);
                if (position < page.gone()) {
                    position = page.gone();
                    sink.reset(position + 1);
                }
                for (var event : page.events()) {
                    position = event.key().seq();
                    sink.send(id(), event);
                }
                position = page.end();
                if (page.isLast()) {
                    sink.flush();
                    if (!watch.await(pulse)) {
                        sink.pulse(id());
                    }
                }
            }
        }
    }
}
