package dev.parley.stream;

import dev.parley.access.Principal;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.TopicPattern;
import dev.parley.protocol.codec.Json;
import dev.parley.store.table.EventTable;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What one WebSocket follows of what is published: patterns that may change, and one cursor. */
final class SocketTopics implements TopicStream.Sink {
    /** How long a socket that has enough to write is left alone. */
    private static final Duration BREATH = Duration.ofMillis(20);

    private static final Logger LOG = LoggerFactory.getLogger(SocketTopics.class);

    private final Streams streams;
    private final SocketOutlet out;
    private final Subscriber subscriber;
    private volatile List<TopicPattern> wanted = List.of();
    private volatile boolean left;
    private boolean running;

    SocketTopics(Streams streams, SocketOutlet out, Subscriber subscriber) {
        this.streams = streams;
        this.out = out;
        this.subscriber = subscriber;
    }

    int size() {
        return wanted.size();
    }

    /** Wants these as well; the first time after what the client has seen, if it says so. */
    void follow(Principal caller, List<TopicPattern> more, Optional<String> after) {
        if (more.isEmpty()) {
            return;
        }
        var all = new LinkedHashSet<>(wanted);
        all.addAll(more);
        wanted = List.copyOf(all);
        if (!running) {
            running = true;
            var stream = streams.topics(caller.space()).from(after);
            Thread.ofVirtual().name("parley-socket-topics").start(() -> run(stream));
        }
    }

    void forget(List<TopicPattern> less) {
        var rest = new LinkedHashSet<>(wanted);
        rest.removeAll(Set.copyOf(less));
        wanted = List.copyOf(rest);
    }

    private void run(TopicStream stream) {
        try {
            stream.run(() -> wanted, this, () -> !left && !streams.isClosed(), streams.pulse());
        } catch (IOException | ParleyException gone) {
            LOG.debug("event=socket-topics-ended", gone);
            subscriber.cut();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    void leave(Principal caller) {
        left = true;
        streams.nudge(caller.space());
    }

    @Override
    public void send(String id, EventTable.Row event) throws InterruptedException {
        var frame = Json.parseTrusted(event.frame());
        while (!left) {
            try {
                subscriber.ask(() -> out.tell("event", id, frame));
                return;
            } catch (ParleyException full) {
                if (full.problem() != Problem.RATE_LIMITED) {
                    throw full;
                }
                Thread.sleep(BREATH);
            }
        }
    }

    @Override
    public void flush() {}

    @Override
    public void pulse(String id) {}

    @Override
    public void reset(long oldest) {
        subscriber.ask(() -> out.tell("reset", null, Json.object().put("oldest", oldest)));
    }
}
