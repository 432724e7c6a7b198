package dev.parley.tool;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.clock.HubTime;
import dev.parley.metric.Metrics;
import dev.parley.protocol.Ids;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.ToolStatus;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Chronicle;
import dev.parley.run.Deed;
import dev.parley.run.Payloads;
import dev.parley.run.Runs;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.ToolCallTable;
import dev.parley.tool.server.Progress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls from their intent in the log to their result there. */
final class Calls implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);

    /** How long after a call has left its table its whole result may still be on the way. */
    private static final Duration SOON = Duration.ofSeconds(2);

    private final Store store;
    private final Waits waits;
    private final Runs runs;
    private final Payloads payloads;
    private final Chronicle chronicle;
    private final Metrics metrics;
    private final HubTime time;
    private final LongSupplier nanos;
    private final Ids ids;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean isClosing;

    Calls(Gateway.Base base) {
        this.store = base.store();
        this.waits = base.waits();
        this.runs = base.runs();
        this.payloads = base.payloads();
        this.chronicle = base.chronicle();
        this.metrics = base.metrics();
        this.time = base.time();
        this.nanos = base.nanos();
        this.ids = base.ids();
    }

    /** Whether that very call was begun before. */
    boolean isBegun(Actor actor, Wanted wanted, MessageId id) {
        var key = new MessageTable.Key(actor.key(), id);
        var known = store.read(sql -> MessageTable.TABLE.find(sql, key));
        known.ifPresent(row -> StartCall.requireSame(row, wanted.digest(actor.agent())));
        return known.isPresent();
    }

    /** The call once the log tells of it; nothing when it was begun before. */
    Optional<ToolCallTable.Row> begin(
            Actor actor, Offer offer, Wanted wanted, QuestionTable.@Nullable Key approval) {
        var run = actor.key();
        var id = Optional.ofNullable(wanted.id()).orElseGet(() -> new MessageId(ids.next("msg")));
        var payload =
                Json.object()
                        .put("call_id", id.value())
                        .put("tool", offer.name())
                        .put("class", Wire.name(offer.handling().kind()));
        if (approval != null) {
            payload.put("approval", approval.id());
        }
        payload.set("arguments", wanted.arguments());
        var sender = actor.label();
        var intent =
                new Deed(
                        id,
                        actor.from(),
                        sender,
                        "tool_intent",
                        Visibility.USER_VISIBLE,
                        "calls " + offer.name(),
                        payloads.keep(run.space(), sender, payload, "arguments"),
                        null,
                        wanted.digest(actor.agent()));
        var due = time.now() + offer.handling().timeout().plus(ToolClock.GRACE).toMillis();
        var call =
                new ToolCallTable.Row(
                        new ToolCallTable.Key(run, id), offer.name(), actor.from(), sender, due);
        boolean isNew =
                store.write(new StartCall(call, actor.agent(), intent, approval, chronicle));
        return isNew ? Optional.of(call) : Optional.empty();
    }

    /** Has the server do it, on a thread of its own, and tells in the log what came of it. */
    CompletableFuture<Outcome> carryOut(
            ToolCallTable.Row call,
            Toolbox.Place place,
            Offer offer,
            Wanted wanted,
            Consumer<Progress> progress) {
        return CompletableFuture.supplyAsync(
                () -> end(call, place, offer, wanted, heard(progress)), threads);
    }

    /** Whoever listens no longer is no reason to give a call up. */
    private static Consumer<Progress> heard(Consumer<Progress> progress) {
        return how -> {
            try {
                progress.accept(how);
            } catch (RuntimeException gone) {
                LOG.debug("event=tool-progress-unheard", gone);
            }
        };
    }

    private Outcome end(
            ToolCallTable.Row call,
            Toolbox.Place place,
            Offer offer,
            Wanted wanted,
            Consumer<Progress> progress) {
        long begun = nanos.getAsLong();
        var id = call.key().call();
        Outcome outcome;
        try {
            outcome =
                    Outcome.answered(
                            id,
                            offer.name(),
                            place.server()
                                    .call(
                                            place.tool(),
                                            wanted.arguments(),
                                            offer.handling(),
                                            progress));
        } catch (ParleyException failed) {
            outcome = Outcome.without(id, offer.name(), status(failed), failed.detail());
        } catch (RuntimeException bug) {
            LOG.error("event=tool-call-failed call={}", id, bug);
            outcome = Outcome.without(id, offer.name(), ToolStatus.FAILED, "the hub is at fault");
        }
        var told = tell(call, outcome);
        metrics.toolCalled(told.status(), Duration.ofNanos(nanos.getAsLong() - begun));
        return told;
    }

    /** What cannot be kept is told without; a call that has ended never stays open. */
    private Outcome tell(ToolCallTable.Row call, Outcome outcome) {
        var space = call.key().run().space();
        Outcome last = outcome;
        Payloads.Kept kept;
        try {
            kept = payloads.keep(space, call.sender(), outcome.payload(), Outcome.RESULT);
        } catch (ParleyException full) {
            last =
                    Outcome.without(
                            outcome.call(),
                            outcome.tool(),
                            ToolStatus.FAILED,
                            "the tool has answered, but that cannot be kept: " + full.detail());
            kept = new Payloads.Kept(last.payload(), null);
        }
        return store.write(new EndCall(call, last, kept, chronicle));
    }

    private ToolStatus status(ParleyException failed) {
        if (isClosing) {
            return ToolStatus.INTERRUPTED;
        }
        return failed.problem() == Problem.TOOL_TIMEOUT ? ToolStatus.TIMED_OUT : ToolStatus.FAILED;
    }

    /** Nobody who waits holds up a hub that stops: the log tells the rest. */
    Outcome await(
            Principal caller,
            ToolCallTable.Row call,
            CompletableFuture<Outcome> ending,
            Duration wait) {
        var key = call.key();
        return waits.on(caller, new Topic.Run(key.run().space(), key.run().run()), wait)
                .until(
                        () ->
                                ending.isDone() || !isUnderWay(key)
                                        ? Optional.of(ended(key, ending))
                                        : Optional.<Outcome>empty(),
                        Optional::isPresent)
                .orElseGet(() -> Outcome.running(key.call(), call.tool()));
    }

    private boolean isUnderWay(ToolCallTable.Key call) {
        return store.read(sql -> ToolCallTable.TABLE.find(sql, call)).isPresent();
    }

    /** Somebody else may have told of its end, and whoever makes the call may never know. */
    private Outcome ended(ToolCallTable.Key key, CompletableFuture<Outcome> ending) {
        try {
            return ending.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            return look(key);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ParleyException known
                    ? known
                    : new IllegalStateException(failed.getCause());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
        }
    }

    /** What became of a call, as far as its run's log tells; waits for it as long as is wanted. */
    Outcome outcome(Principal caller, RunId in, MessageId call, Duration wait) {
        var run = runs.facts(caller, in).row().key();
        var key = new ToolCallTable.Key(run, call);
        return waits.on(caller, new Topic.Run(run.space(), run.run()), wait)
                .until(() -> look(key), found -> found.status().isFinal());
    }

    private Outcome look(ToolCallTable.Key key) {
        return store.read(
                sql -> {
                    var running = ToolCallTable.TABLE.find(sql, key);
                    if (running.isPresent()) {
                        return Outcome.running(key.call(), running.get().tool());
                    }
                    return EndCall.told(sql, key.run(), key.call())
                            .map(told -> Outcome.read(key.call(), told))
                            .orElseThrow(
                                    () ->
                                            new ParleyException(
                                                    Problem.UNKNOWN_MESSAGE,
                                                    "no tool was called by message " + key.call()));
                });
    }

    /** From now on whatever fails does so because the hub stops. */
    void stop() {
        isClosing = true;
    }

    /** Waits until the log tells of all that was under way. */
    @Override
    public void close() {
        threads.close();
    }
}
