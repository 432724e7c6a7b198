package dev.parley.client;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is published on some topics, live: each event once and in order, however often the
 * connection breaks. For one reader; anybody may close it.
 */
public final class EventStream implements AutoCloseable {
    /** Longer than any hub is silent. */
    private static final Duration SILENCE = Duration.ofSeconds(90);

    private final Transport transport;
    private final List<String> patterns;
    private volatile @Nullable ServerEvents connection;
    private volatile boolean isClosed;
    private @Nullable String place;
    private @Nullable TopicEvent first;
    private long gaps;
    private int barren;

    private EventStream(Transport transport, List<String> patterns) {
        this.transport = transport;
        this.patterns = List.copyOf(patterns);
    }

    static EventStream open(Transport transport, List<String> patterns) {
        var stream = new EventStream(transport, patterns);
        stream.first = stream.next(true);
        return stream;
    }

    /**
     * Waits for the next event, over broken connections too; throws when the hub is away for longer
     * than {@link Patience} allows, and can be called again then.
     */
    public TopicEvent next() {
        var event = first == null ? next(false) : first;
        first = null;
        return Optional.ofNullable(event).orElseThrow();
    }

    /** How often events were let go before they could be read. */
    public long gaps() {
        return gaps;
    }

    /** The next event; null when only the place was wanted and is known. */
    private @Nullable TopicEvent next(boolean onlyPlace) {
        while (true) {
            var events = connected();
            var event = events.next();
            if (event == null) {
                disconnect();
                transport.pause(barren++);
                continue;
            }
            barren = 0;
            if (event.id() != null) {
                place = event.id();
            }
            switch (event.name()) {
                case "event" -> {
                    return TopicEvent.read(Json.parseTrusted(event.data()));
                }
                case "reset" -> gaps++;
                default -> {
                    if (onlyPlace && place != null) {
                        return null;
                    }
                }
            }
        }
    }

    private ServerEvents connected() {
        if (isClosed) {
            throw new ParleyException(Problem.UNREACHABLE, "this stream was closed");
        }
        var open = connection;
        if (open == null) {
            open = new ServerEvents(connect(), SILENCE);
            connection = open;
            if (isClosed) {
                open.close();
            }
        }
        return open;
    }

    private InputStream connect() {
        var target = Target.of("api", "events");
        patterns.forEach(pattern -> target.with("topic", pattern));
        try {
            return transport.stream(target, Optional.ofNullable(place));
        } catch (ParleyException e) {
            if (e.problem() == Problem.CURSOR_AHEAD && place != null) {
                place = null; // the hub was restored from a backup: what we saw is not its past
                gaps++;
            }
            throw e;
        }
    }

    private void disconnect() {
        var open = connection;
        connection = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        var open = connection;
        if (open != null) {
            open.close();
        }
    }
}
