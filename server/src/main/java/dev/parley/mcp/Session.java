package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Listening;
import dev.parley.access.Principal;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What the old protocol has the hub remember of a client between two requests. */
final class Session implements AutoCloseable {
    private static final long NONE = 0;
    private static final long ENDED = -1;

    private final String id;
    private final Principal owner;
    private final Introduced introduced;
    private final Ear ear;
    private final Arrivals arrivals;
    private final Map<JsonNode, Listening> running = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<Rpc.Response>> asked = new ConcurrentHashMap<>();
    private final AtomicInteger questions = new AtomicInteger();
    private final AtomicLong streams = new AtomicLong();
    private final AtomicLong stream = new AtomicLong(NONE);
    private volatile LogLevel threshold = LogLevel.INFO;
    private volatile long usedAt;
    private volatile boolean isInstance;

    /** What the client said of itself when it came. */
    record Introduced(String name, String version, ObjectNode capabilities) {}

    Session(
            String id,
            Principal owner,
            Introduced introduced,
            Ear ear,
            Arrivals arrivals,
            long now) {
        this.id = id;
        this.owner = owner;
        this.introduced = introduced;
        this.ear = ear;
        this.arrivals = arrivals;
        this.usedAt = now;
    }

    String id() {
        return id;
    }

    Principal owner() {
        return owner;
    }

    Introduced introduced() {
        return introduced;
    }

    Ear ear() {
        return ear;
    }

    Arrivals arrivals() {
        return arrivals;
    }

    /** Which instance asks: the session itself, unless another is named. */
    InstanceId instance(InstanceId named) {
        if (!named.equals(InstanceId.ONLY)) {
            return named;
        }
        isInstance = true;
        return instance();
    }

    InstanceId instance() {
        return new InstanceId("mcp-" + id.substring(0, 12));
    }

    /** Whether it has ever asked as an instance of its own. */
    boolean isInstance() {
        return isInstance;
    }

    LogLevel threshold() {
        return threshold;
    }

    void threshold(LogLevel level) {
        threshold = level;
    }

    void used(long now) {
        usedAt = now;
    }

    long usedAt() {
        return usedAt;
    }

    /** Whether something of it is open: a stream or a request. */
    boolean isBusy() {
        return stream.get() > NONE || !running.isEmpty();
    }

    /** A request begins; its id is taken until it ends. */
    void begin(JsonNode request, Listening listening) {
        if (running.putIfAbsent(request, listening) != null) {
            throw new ParleyException(
                    Problem.BAD_REQUEST, "a request with this id is still being answered");
        }
        arrivals.begin(request);
    }

    void end(JsonNode request) {
        arrivals.end(request);
        running.remove(request);
    }

    /** The client does not want the answer any more; if it was given meanwhile, never mind. */
    void cancel(JsonNode request) {
        var listening = running.get(request);
        if (listening != null) {
            listening.end();
        }
    }

    /** A question to the client: its id, and where the answer will be. */
    String ask(CompletableFuture<Rpc.Response> answer) {
        var question = "parley-" + questions.incrementAndGet();
        asked.put(question, answer);
        return question;
    }

    void forget(String question) {
        asked.remove(question);
    }

    void answered(Rpc.Response response) {
        var waiting = asked.remove(response.id());
        if (waiting != null) {
            waiting.complete(response);
        }
    }

    /** Takes the stream of notifications over from whoever had it. */
    long takeStream() {
        long taken = streams.incrementAndGet();
        stream.updateAndGet(present -> present == ENDED ? ENDED : taken);
        ear.ring();
        return taken;
    }

    boolean hasStream(long taken) {
        return stream.get() == taken;
    }

    void leaveStream(long taken) {
        stream.compareAndSet(taken, NONE);
    }

    @Override
    public void close() {
        running.values().forEach(Listening::end);
        stream.set(ENDED);
        ear.ring();
        ear.close();
    }
}
