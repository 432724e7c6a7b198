package dev.parley.stream;

import dev.parley.metric.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** What the streams of this node have done so far, for whoever watches. */
public final class Traffic {
    private final Metrics metrics;
    private final InstantSource clock;
    private final Map<Kind, LongAdder> open = new EnumMap<>(Kind.class);
    private final LongAdder sent = new LongAdder();
    private final LongAdder behind = new LongAdder();
    private final LongAdder dropped = new LongAdder();

    /** What a stream travels on. */
    public enum Kind {
        SSE,
        WEBSOCKET
    }

    Traffic(Metrics metrics, InstantSource clock) {
        this.metrics = metrics;
        this.clock = clock;
        for (var kind : Kind.values()) {
            open.put(kind, new LongAdder());
        }
    }

    public long open(Kind kind) {
        return counter(kind).sum();
    }

    /** Frames that were written. */
    public long sent() {
        return sent.sum();
    }

    /** Streams whose queue was full, and which went on by a cursor of their own. */
    public long behind() {
        return behind.sum();
    }

    /** Streams that were cut because their client took nothing for too long. */
    public long dropped() {
        return dropped.sum();
    }

    void opened(Kind kind) {
        counter(kind).increment();
    }

    void closed(Kind kind) {
        counter(kind).decrement();
    }

    void wrote() {
        sent.increment();
    }

    void fellBehind() {
        behind.increment();
    }

    void cut() {
        dropped.increment();
    }

    /** An entry that was added then was handed to all who stream it. */
    void handedOut(Instant added) {
        metrics.streamed(Duration.between(added, clock.instant()));
    }

    private LongAdder counter(Kind kind) {
        return Objects.requireNonNull(open.get(kind));
    }
}
