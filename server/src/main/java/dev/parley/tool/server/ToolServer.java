package dev.parley.tool.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One tool server: connected when somebody first needs it, and asked what it offers. */
public final class ToolServer implements AutoCloseable {
    /** Calls of one server that may be under way. */
    public static final int MAX_CALLS = 64;

    /** How long whoever needs the server waits until it has introduced itself. */
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ServerSpec spec;
    private final LongSupplier nanos;
    private final Upkeep upkeep;
    private final Semaphore places = new Semaphore(MAX_CALLS);

    /** Held for a moment only: nobody who has it waits for the server. */
    private final ReentrantLock lock = new ReentrantLock();

    private @Nullable CompletableFuture<Ready> preparing;
    private volatile @Nullable Listed listed;
    private volatile boolean areToolsKnown;
    private volatile boolean isSlow;

    /** A server that may be used. */
    private record Ready(Link link, List<Tool> tools) {}

    private record Listed(List<Tool> tools, long at) {}

    public ToolServer(ServerSpec spec, LongSupplier nanos) {
        this.spec = spec;
        this.nanos = nanos;
        this.upkeep = new Upkeep(spec, nanos, () -> areToolsKnown = false);
    }

    public ServerSpec spec() {
        return spec;
    }

    /**
     * What it offers now; refuses with {@code tool-unavailable} while it cannot be reached, or has
     * not said so in time.
     */
    public List<Tool> tools(Duration atMost) {
        return ready(atMost, true).tools;
    }

    public Optional<Tool> tool(String name) {
        return find(tools(PATIENCE), name);
    }

    /** What it has offered when it was last asked, if ever. */
    public Optional<List<Tool>> known() {
        return Optional.ofNullable(listed).map(Listed::tools);
    }

    /** One of those. */
    public static Optional<Tool> find(List<Tool> tools, String name) {
        return tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    /** Whether there is no reason yet to think that it takes its time. */
    public boolean isNew() {
        return listed == null && !isSlow && !upkeep.isAiling();
    }

    /** Whether somebody has waited in vain since it last answered. */
    public boolean isSlow() {
        return isSlow;
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
            upkeep.worked();
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
        return ready(PATIENCE, false).link;
    }

    /** Several who wait for the server wait for the same, each as long as it wants. */
    private Ready ready(Duration atMost, boolean withTools) {
        CompletableFuture<Ready> coming;
        lock.lock();
        try {
            var open = upkeep.open();
            if (open.isPresent() && (!withTools || isFresh())) {
                return new Ready(open.get(), known().orElse(List.of()));
            }
            if (preparing == null) {
                preparing = new CompletableFuture<>();
                var begun = preparing;
                var _ = Thread.startVirtualThread(() -> prepare(begun));
            }
            coming = preparing;
        } finally {
            lock.unlock();
        }
        return await(coming, atMost);
    }

    private Ready await(CompletableFuture<Ready> coming, Duration atMost) {
        try {
            return coming.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            isSlow = true;
            throw upkeep.unavailable(
                    "it has not said within " + atMost.toSeconds() + " seconds which tools it has",
                    Map.of("retry_after", 1));
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ParleyException known
                    ? known
                    : new IllegalStateException(failed.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
        }
    }

    private void prepare(CompletableFuture<Ready> waited) {
        try {
            var ready = prepared();
            isSlow = false;
            end();
            waited.complete(ready);
        } catch (ParleyException failed) {
            areToolsKnown = false;
            isSlow = false;
            var ailing = upkeep.ailing(failed);
            end();
            waited.completeExceptionally(ailing);
        } catch (Throwable bug) {
            end();
            waited.completeExceptionally(bug);
        }
    }

    private void end() {
        lock.lock();
        try {
            preparing = null;
        } finally {
            lock.unlock();
        }
    }

    private Ready prepared() {
        var before = upkeep.open();
        var link = upkeep.connected();
        if (before.isEmpty() || !isFresh()) {
            areToolsKnown = true;
            var tools = Listing.of(link);
            link.offers(tools);
            listed = new Listed(tools, nanos.getAsLong());
        }
        return new Ready(link, known().orElse(List.of()));
    }

    /**
     * Whether it has no other tools than are known; a server elsewhere has no way to say that they
     * have changed.
     */
    public boolean isFresh() {
        var last = listed;
        return areToolsKnown
                && last != null
                && (spec.reach() instanceof Reach.Stdio
                        || nanos.getAsLong() - last.at <= Duration.ofMinutes(1).toNanos());
    }

    @Override
    public void close() {
        upkeep.close();
    }
}
