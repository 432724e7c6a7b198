package dev.parley.stream;

import dev.parley.access.Principal;
import dev.parley.access.Tokens;
import dev.parley.agent.Presence;
import dev.parley.bus.Asides;
import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.clock.Every;
import dev.parley.metric.Metrics;
import dev.parley.protocol.Space;
import dev.parley.run.Runs;
import dev.parley.store.Store;
import dev.parley.topic.Topics;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Every open stream of this node. */
public final class Streams implements AutoCloseable {
    private final Store store;
    private final Topics topics;
    private final Duration pulse;
    private final Feed feed;
    private final Traffic traffic;
    private final Tail tail;
    private final Lookout lookout;
    private final Places places;
    private final Tokens tokens;
    private final Wakeups wakeups;
    private final InstantSource clock;
    private @Nullable Every looking;

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
            Topics topics,
            Tokens tokens,
            Presence presence,
            Wakeups wakeups,
            Asides asides,
            InstantSource clock,
            Metrics metrics,
            Limits limits) {
        this.feed = new Feed(store, runs);
        this.traffic = new Traffic(metrics, clock);
        this.tail = new Tail(feed, wakeups, traffic, limits.pulse, store.dialect().isShared());
        this.lookout = new Lookout(store, presence, tail);
        this.store = store;
        this.topics = topics;
        this.pulse = limits.pulse;
        this.places = new Places(limits.most, limits.mostOfOne);
        this.tokens = tokens;
        this.wakeups = wakeups;
        this.clock = clock;
        asides.listen(tail::say);
    }

    public Streams start() {
        tail.start();
        looking = new Every("lookout", Lookout.PERIOD, Lookout.PERIOD, this::lookOut);
        return this;
    }

    /** Tells those who follow everything in a space what no run tells of. */
    public void lookOut() {
        lookout.round();
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

    /** What is published in a space, for whoever follows it. */
    TopicStream topics(Space space) {
        return new TopicStream(store, topics, wakeups, space);
    }

    Duration pulse() {
        return pulse;
    }

    /** Has everybody who follows what is published in a space look up. */
    void nudge(Space space) {
        wakeups.wake(List.of(new Topic.Events(space)));
    }

    boolean isClosed() {
        return wakeups.isClosed();
    }

    /** Has something sent on the calling thread, for as long as the token and the hub let it. */
    void serve(Principal caller, Outlet out, Sending sending)
            throws IOException, InterruptedException {
        try (var _ = places.take(caller.tokenId());
                var welcome =
                        new Welcome(caller, tokens, wakeups, clock, () -> nudge(caller.space()))) {
            traffic.opened(out.kind());
            try {
                sending.run(welcome::lasts);
            } finally {
                traffic.closed(out.kind());
            }
        }
    }

    /**
     * The same for events that are no changes of a run.
     *
     * @param nudge has the sender ask soon whether it may go on
     */
    public void serve(Principal caller, Runnable nudge, Sending sending)
            throws IOException, InterruptedException {
        try (var _ = places.take(caller.tokenId());
                var welcome = new Welcome(caller, tokens, wakeups, clock, nudge)) {
            traffic.opened(Traffic.Kind.SSE);
            try {
                sending.run(welcome::lasts);
            } finally {
                traffic.closed(Traffic.Kind.SSE);
            }
        }
    }

    /** What a stream sends while it may. */
    @FunctionalInterface
    public interface Sending {
        void run(BooleanSupplier lasts) throws IOException, InterruptedException;
    }

    /** The first thing that a stream sends. */
    @FunctionalInterface
    interface Begin {
        void run() throws IOException;
    }

    @Override
    public void close() {
        if (looking != null) {
            looking.close();
        }
        tail.close();
    }
}
