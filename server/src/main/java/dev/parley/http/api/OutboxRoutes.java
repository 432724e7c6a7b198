package dev.parley.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.inbox.Outbox;
import dev.parley.protocol.Message;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Store;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.OutboxTable;
import dev.parley.store.table.RunKey;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What an agent has sent, over HTTP. */
public final class OutboxRoutes {
    /** Sorts before every id of a run. */
    private static final RunId FIRST = new RunId("0");

    private final Store store;
    private final Outbox outbox;

    public OutboxRoutes(Store store, Outbox outbox) {
        this.store = store;
        this.outbox = outbox;
    }

    Answer sent(Call call) {
        var before =
                Place.of(call, store, 2)
                        .map(
                                at ->
                                        new OutboxTable.Place(
                                                Instant.ofEpochMilli(at.number(0)),
                                                at.name(),
                                                at.number(1)))
                        .orElse(OutboxTable.Place.END);
        var caller = call.caller();
        var agent = call.path("agent");
        var sent = outbox.sent(caller, agent, before, Pages.limit(call));
        var next =
                next(
                        sent,
                        last -> !outbox.sent(caller, agent, place(last), 1).isEmpty(),
                        last ->
                                Place.write(
                                        last.runId().value(),
                                        last.createdAt().toEpochMilli(),
                                        last.seq()));
        return Answer.ok(Pages.page(sent, Format.ENVELOPE::write, next));
    }

    private static OutboxTable.Place place(Message sent) {
        return new OutboxTable.Place(sent.createdAt(), sent.runId().value(), sent.seq());
    }

    Answer pending(Call call) {
        var space = call.caller().space();
        var after =
                Place.of(call, store, 1)
                        .map(
                                at ->
                                        new AwaitedTable.Key(
                                                new RunKey(space, new RunId(at.name())),
                                                at.number(0)))
                        .orElseGet(() -> new AwaitedTable.Key(new RunKey(space, FIRST), 0));
        var caller = call.caller();
        var agent = call.path("agent");
        var rows = outbox.pending(caller, agent, after, Pages.limit(call));
        var next =
                next(
                        rows,
                        last -> !outbox.pending(caller, agent, last.key(), 1).isEmpty(),
                        last -> Place.write(last.key().run().run().value(), last.key().seq()));
        return Answer.ok(Pages.page(rows, OutboxRoutes::describe, next));
    }

    /** A page may end early for its size, so only a look behind it tells whether it is the last. */
    private <V> @Nullable JsonNode next(
            List<V> page, Predicate<V> hasMore, Function<V, Place> place) {
        return page.isEmpty() || !hasMore.test(page.getLast())
                ? null
                : TextNode.valueOf(place.apply(page.getLast()).cursor(store));
    }

    private static ObjectNode describe(AwaitedTable.Row awaited) {
        var item =
                Json.object()
                        .put("run_id", awaited.key().run().run().value())
                        .put("message_id", awaited.message().value())
                        .put("seq", awaited.key().seq())
                        .put("act", Wire.name(awaited.act()))
                        .put("asked", awaited.asked());
        var deadline = awaited.deadline();
        item.set("deadline_at", deadline == null ? null : Times.epochSeconds(deadline));
        return item;
    }
}
