package dev.parley.stream;

import dev.parley.access.Principal;
import dev.parley.access.Tokens;
import dev.parley.bus.Wakeups;
import dev.parley.metric.Metrics;
import dev.parley.run.Runs;
import dev.parley.store.Store;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;

/** Every open stream of this node. */
public final class Streams implements AutoCloseable {
    private final Feed feed;
    private final Traffic traffic;
    private final Tail tail;
    private final Places places;
    private final Tokens tokens;
    private final Wakeups wakeups;
    private final InstantSource clock;

    /**
     * Bounds.
     *
     * @param most how many streams may be open
     * @param mostOfOne how many of one token
     * @param pulse how often each shows that it is alive
     */
    public record Limits(int most, int mostOfOne, Duration pulse) {}

    public Streams(
            Store store,
            Runs runs,
            Tokens tokens,
            Wakeups wakeups,
            InstantSource clock,
            Metrics metrics,
            Limits limits) {
        this.feed = new Feed(store, runs);
        this.traffic = new Traffic(metrics, clock);
        this.tail = new Tail(feed, wakeups, traffic, limits.pulse, store.dialect().isShared());
        this.places = new Places(limits.most, limits.mostOfOne);
        this.tokens = tokens;
        this.wakeups = wakeups;
        this.clock = clock;
    }

    public Streams start() {
        tail.start();
        return this;
    }

    Feed feed() {
        return feed;
    }

    public Traffic traffic() {
        return traffic;
    }

    Subscriber subscriber(Outlet out) {
        return new Subscriber(feed, tail, traffic, out);
    }

    /**
     * Sends on the calling thread, until the client, the token or the hub ends it.
     *
     * @param begin what to do once it is sure that there is a place
     */
    void serve(Principal caller, Subscriber subscriber, Begin begin)
            throws IOException, InterruptedException {
        try (var _ = places.take(caller.tokenId());
                var welcome = new Welcome(caller, tokens, wakeups, clock, subscriber::nudge)) {
            if (welcome.lasts()) {
                begin.run();
                subscriber.run(welcome);
            }
        }
    }

    /** The first thing that a stream sends. */
    @FunctionalInterface
    interface Begin {
        void run() throws IOException;
    }

    @Override
    public void close() {
        tail.close();
    }
}
