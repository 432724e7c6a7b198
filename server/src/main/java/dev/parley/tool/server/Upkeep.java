package dev.parley.tool.server;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a server connected: again when it was lost, a little later each time that it does not work.
 * One thread at a time connects; the rest may be done by any.
 */
final class Upkeep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    private static final int MIN_MESSAGE = 4 << 20;

    /** What stands around the output of a tool in a message. */
    private static final int ENVELOPE = 64 << 10;

    private final ServerSpec spec;
    private final Runnable toolsChanged;
    private final Backoff backoff;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile @Nullable Link link;
    private volatile @Nullable String ailment;
    private volatile boolean isClosed;

    Upkeep(ServerSpec spec, LongSupplier nanos, Runnable toolsChanged) {
        this.spec = spec;
        this.backoff = new Backoff(nanos);
        this.toolsChanged = toolsChanged;
    }

    /** The connection, if there is one. */
    Optional<Link> open() {
        requireOpen();
        return Optional.ofNullable(link).filter(Link::isOpen);
    }

    boolean isAiling() {
        return ailment != null;
    }

    void worked() {
        backoff.worked();
    }

    Link connected() {
        var known = open();
        if (known.isPresent()) {
            return known.get();
        }
        var lost = link;
        if (lost != null) {
            link = null;
            leave(lost);
        }
        var left = backoff.left();
        if (!left.isZero()) {
            throw new ParleyException(
                    Problem.TOOL_UNAVAILABLE,
                    ailment == null ? "it ends again and again" : ailment,
                    Map.of("retry_after", left.toSeconds() + 1));
        }
        return connect();
    }

    /**
     * What is under way on a lost connection may still end well. Only of a program it is a failure
     * to be gone; a server elsewhere ails when it does not greet.
     */
    private void leave(Link lost) {
        LOG.warn("event=tool-server-lost server={}", spec.name());
        if (spec.reach() instanceof Reach.Stdio) {
            backoff.failed();
        }
        var _ =
                Thread.startVirtualThread(
                        () -> {
                            lost.finish();
                            links.remove(lost);
                        });
    }

    private Link connect() {
        var opened = open(spec.reach());
        links.add(opened);
        try {
            requireOpen();
            Greeting.exchange(opened);
        } catch (ParleyException failed) {
            opened.close();
            links.remove(opened);
            throw failed;
        }
        link = opened;
        ailment = null;
        LOG.info("event=tool-server-ready server={} at={}", spec.name(), spec.reach());
        return opened;
    }

    private Link open(Reach reach) {
        int limit = (int) Math.max(MIN_MESSAGE, spec.largestOutput()) + ENVELOPE;
        return switch (reach) {
            case Reach.Stdio program -> Pipe.open(spec.name(), program, limit, toolsChanged);
            case Reach.Http server -> new Web(server, limit, toolsChanged);
        };
    }

    /** Remembers what ails it, and says so. */
    ParleyException ailing(ParleyException failed) {
        if (isClosed) {
            return shuttingDown();
        }
        if (backoff.left().isZero()) {
            ailment = failed.detail();
            backoff.failed();
            LOG.warn("event=tool-server-ails server={} why={}", spec.name(), ailment);
        }
        return unavailable(failed.detail(), failed.extras());
    }

    ParleyException unavailable(String why, Map<String, Object> extras) {
        return new ParleyException(
                Problem.TOOL_UNAVAILABLE,
                "tool server " + spec.name() + " is not available: " + why,
                extras);
    }

    private void requireOpen() {
        if (isClosed) {
            throw shuttingDown();
        }
    }

    private static ParleyException shuttingDown() {
        return new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
    }

    /** Ends it; nothing is started any more, and nobody waits until it has introduced itself. */
    @Override
    public void close() {
        isClosed = true;
        links.forEach(Link::close);
    }
}
