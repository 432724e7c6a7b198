package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Listening;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers one request whose work may take a while and have something to tell before it is done. The
 * work has a thread of its own; the request's thread only writes. What is done before it has told
 * anything is answered as JSON, all else as events; and whatever takes longer than a beat becomes
 * events as well, since a write is the only way to notice that a client is gone.
 */
final class Answering implements Outgoing {
    /** A client that is this far behind gets no more of what it can do without. */
    private static final int MOST_WAITING = 256;

    /** How long what is under way has to end when the hub stops. */
    private static final Duration LAST_WORD = Duration.ofMillis(500);

    private final JsonNode id;
    private final Client client;
    private final Engine engine;
    private final Listening listening;
    private final boolean takesEvents;
    private final BlockingQueue<Item> items = new LinkedBlockingQueue<>();

    /** What is to be written. */
    private sealed interface Item {}

    private record Told(ObjectNode message) implements Item {}

    private record Ended(Outcome outcome) implements Item {}

    /** Look whether the client may go on listening. */
    private record Nudge() implements Item {}

    Answering(Call call, JsonNode id, Client client, Engine engine, Listening listening) {
        this.id = id;
        this.client = client;
        this.engine = engine;
        this.listening = listening;
        this.takesEvents = takesEvents(call);
    }

    static boolean takesEvents(Call call) {
        return call.header("Accept")
                .map(accept -> accept.contains("text/event-stream") || accept.contains("*/*"))
                .orElse(false);
    }

    @Override
    public boolean isOpen() {
        return takesEvents;
    }

    @Override
    public void tell(ObjectNode message) {
        if (takesEvents && items.size() < MOST_WAITING) {
            items.add(new Told(message));
        }
    }

    @Override
    public void send(ObjectNode message) {
        items.add(new Told(message));
    }

    /**
     * Has it done.
     *
     * @param work never throws
     */
    Answer answer(Supplier<Outcome> work) throws InterruptedException {
        Thread.ofVirtual().name("mcp-call").start(() -> items.add(new Ended(work.get())));
        boolean begun = false;
        try {
            var first = takesEvents ? next(engine.pens().beat()) : items.take();
            if (first instanceof Ended(var outcome)) {
                return listening.isOver() ? nothing() : outcome.answer();
            }
            begun = true;
            return Answer.live("text/event-stream", (out, cut) -> write(first, out, cut))
                    .with("X-Accel-Buffering", "no");
        } finally {
            if (!begun) {
                listening.end();
            }
        }
    }

    /** Whoever has cancelled gets no response. */
    private static Answer nothing() {
        return Answer.bytes("text/event-stream", new byte[0]);
    }

    private @Nullable Item next(Duration atMost) throws InterruptedException {
        return items.poll(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void write(@Nullable Item first, OutputStream out, Runnable cut)
            throws IOException, InterruptedException {
        try {
            engine.serve(
                    client,
                    out,
                    cut,
                    () -> items.add(new Nudge()),
                    (pen, lasts) -> write(first, pen, lasts));
        } finally {
            listening.end();
        }
    }

    private void write(@Nullable Item first, Pens.Pen pen, BooleanSupplier lasts)
            throws IOException, InterruptedException {
        var item = first;
        try {
            while (lasts.getAsBoolean()) {
                switch (item) {
                    case null -> pen.pulse();
                    case Told(var message) -> pen.event(Json.write(message));
                    case Nudge _ -> {}
                    case Ended(var outcome) -> {
                        respond(pen, outcome.message());
                        return;
                    }
                }
                item = next(engine.pens().beat());
            }
        } catch (ParleyException refused) {
            pen.endOrThrow(refused);
            respond(pen, Rpc.error(id, refused));
            return;
        }
        respond(pen, lastWord(item));
    }

    /** Whoever gets no response waits for one for ever, unless they have cancelled. */
    private void respond(Pens.Pen pen, ObjectNode response) throws IOException {
        if (!listening.isOver()) {
            pen.event(Json.write(response));
        }
    }

    /** The hub stops, which ends every wait: most of what is under way is done in a moment. */
    private ObjectNode lastWord(@Nullable Item pending) throws InterruptedException {
        long deadline = System.nanoTime() + LAST_WORD.toNanos();
        var item = pending;
        while (!(item instanceof Ended) && deadline - System.nanoTime() > 0) {
            item = next(Duration.ofNanos(deadline - System.nanoTime()));
        }
        return item instanceof Ended(var outcome)
                ? outcome.message()
                : Rpc.error(
                        id,
                        new ParleyException(
                                Problem.SHUTTING_DOWN,
                                "the hub is shutting down; look what became of it once it is"
                                        + " back"));
    }
}
