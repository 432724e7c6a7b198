package dev.parley.tool.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One tool server: connected when somebody first needs it, and again when it was lost, a little
 * later each time that it does not work.
 */
public final class ToolServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ToolServer.class);

    /** Calls of one server that may be under way. */
    public static final int MAX_CALLS = 64;

    private static final int MAX_TOOLS = 1_000;
    private static final int MIN_MESSAGE = 4 << 20;

    /** What stands around the output of a tool in a message. */
    private static final int ENVELOPE = 64 << 10;

    private static final Duration LISTING = Duration.ofSeconds(15);

    private final ServerSpec spec;
    private final LongSupplier nanos;
    private final Backoff backoff;
    private final Semaphore places = new Semaphore(MAX_CALLS);
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable Link link;
    private @Nullable String ailment;
    private List<Tool> tools = List.of();
    private volatile boolean areToolsKnown;
    private long listedAt;
    private volatile @Nullable Link opening;
    private volatile boolean isClosed;

    public ToolServer(ServerSpec spec, LongSupplier nanos) {
        this.spec = spec;
        this.nanos = nanos;
        this.backoff = new Backoff(nanos);
    }

    public ServerSpec spec() {
        return spec;
    }

    /** What it offers now; refuses with {@code tool-unavailable} while it cannot be reached. */
    public List<Tool> tools() {
        lock.lock();
        try {
            var open = connected();
            if (!areToolsKnown || isOld()) {
                areToolsKnown = true;
                tools = list(open);
                listedAt = nanos.getAsLong();
            }
            return tools;
        } catch (ParleyException failed) {
            areToolsKnown = false;
            throw failed.problem() == Problem.SHUTTING_DOWN ? failed : ailing(failed);
        } finally {
            lock.unlock();
        }
    }

    public Optional<Tool> tool(String name) {
        return tools().stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    /**
     * Has it carry a call out, once: whatever comes of it, nothing is tried again that the server
     * may have seen.
     *
     * @return what the tool answers: content, and whether that is an error
     */
    public JsonNode call(
            String tool,
            ObjectNode arguments,
            ServerSpec.Handling handling,
            Consumer<Progress> progress) {
        if (!places.tryAcquire()) {
            throw new ParleyException(
                    Problem.TOO_BUSY,
                    MAX_CALLS + " calls of " + spec.name() + " are under way; repeat it later",
                    Map.of("retry_after", 1));
        }
        try {
            var params = Json.object().put("name", tool);
            params.set("arguments", arguments);
            var reply = link().ask("tools/call", params, handling.timeout(), progress);
            if (reply instanceof Reply.Forgotten) {
                reply = link().ask("tools/call", params, handling.timeout(), progress);
            }
            worked();
            return result(reply, handling.maxOutput());
        } finally {
            places.release();
        }
    }

    private static JsonNode result(Reply reply, long most) {
        return switch (reply) {
            case Reply.Result(var value) -> {
                int size = Json.bytes(value).length;
                if (size > most) {
                    throw tooLarge(size + " bytes", most);
                }
                if (value.path("resultType").asText().equals("input_required")) {
                    throw failure("the tool asks for input, which the hub has none of");
                }
                yield value;
            }
            case Reply.Refusal(var _, var message) -> throw failure("its server says: " + message);
            case Reply.TooLarge(var limit) -> throw tooLarge("more than " + limit + " bytes", most);
            case Reply.Forgotten _ -> throw failure("its server has forgotten the session twice");
        };
    }

    private static ParleyException tooLarge(String size, long most) {
        return failure(
                "the tool has run, but answered "
                        + size
                        + ", of which its max-output allows "
                        + most);
    }

    private static ParleyException failure(String why) {
        return new ParleyException(Problem.TOOL_FAILED, why);
    }

    private Link link() {
        lock.lock();
        try {
            return connected();
        } catch (ParleyException failed) {
            throw failed.problem() == Problem.SHUTTING_DOWN ? failed : ailing(failed);
        } finally {
            lock.unlock();
        }
    }

    private void worked() {
        lock.lock();
        try {
            backoff.worked();
        } finally {
            lock.unlock();
        }
    }

    private Link connected() {
        if (isClosed) {
            throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
        }
        var known = link;
        if (known != null && known.isOpen()) {
            return known;
        }
        if (known != null) {
            known.close();
            link = null;
            backoff.failed();
            LOG.warn("event=tool-server-lost server={}", spec.name());
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

    private Link connect() {
        areToolsKnown = false;
        var opened = open();
        opening = opened;
        try {
            Greeting.exchange(opened);
        } catch (ParleyException failed) {
            opened.close();
            throw failed;
        } finally {
            opening = null;
        }
        link = opened;
        ailment = null;
        LOG.info("event=tool-server-ready server={} at={}", spec.name(), spec.reach());
        return opened;
    }

    private Link open() {
        int limit = (int) Math.max(MIN_MESSAGE, spec.largestOutput()) + ENVELOPE;
        Runnable changed = () -> areToolsKnown = false;
        return switch (spec.reach()) {
            case Reach.Stdio program -> Pipe.open(spec.name(), program, limit, changed);
            case Reach.Http server -> new Web(server, limit, changed);
        };
    }

    /** Remembers what ails it, and says so. */
    private ParleyException ailing(ParleyException failed) {
        boolean isNew = backoff.left().isZero();
        if (isNew) {
            ailment = failed.detail();
            backoff.failed();
            LOG.warn("event=tool-server-ails server={} why={}", spec.name(), ailment);
        }
        var extras = failed.extras();
        return new ParleyException(
                Problem.TOOL_UNAVAILABLE,
                "tool server " + spec.name() + " is not available: " + failed.detail(),
                extras);
    }

    /** A server elsewhere has no way to say that its tools have changed. */
    private boolean isOld() {
        return spec.reach() instanceof Reach.Http
                && nanos.getAsLong() - listedAt > Duration.ofMinutes(1).toNanos();
    }

    private static List<Tool> list(Link open) {
        var found = new ArrayList<Tool>();
        var params = Json.object();
        do {
            if (!(open.ask("tools/list", params, LISTING, _ -> {})
                    instanceof Reply.Result(var page))) {
                throw new ParleyException(
                        Problem.TOOL_UNAVAILABLE, "it does not say which tools it has");
            }
            page.path("tools").forEach(tool -> Tool.read(tool).ifPresent(found::add));
            var next = page.path("nextCursor").asText();
            params = next.isEmpty() ? null : Json.object().put("cursor", next);
        } while (params != null && found.size() < MAX_TOOLS);
        return List.copyOf(found);
    }

    /** Ends it; nothing is started any more, and nobody waits until it has introduced itself. */
    @Override
    public void close() {
        isClosed = true;
        var greeted = opening;
        if (greeted != null) {
            greeted.close();
        }
        lock.lock();
        try {
            if (link != null) {
                link.close();
            }
        } finally {
            lock.unlock();
        }
    }
}
