package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.inbox.DeadLetters;
import dev.parley.inbox.LetterId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Store;
import dev.parley.store.table.DeadLetterTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Dead letters over HTTP. */
public final class DeadLetterRoutes {
    private final Store store;
    private final DeadLetters letters;

    public DeadLetterRoutes(Store store, DeadLetters letters) {
        this.store = store;
        this.letters = letters;
    }

    Answer list(Call call) {
        var before =
                Place.of(call, store, 2)
                        .map(
                                at ->
                                        new DeadLetterTable.Place(
                                                Instant.ofEpochMilli(at.number(0)),
                                                at.name(),
                                                at.number(1)))
                        .orElse(DeadLetterTable.Place.END);
        var rows = letters.list(call.caller(), before, Pages.limit(call));
        var next =
                rows.isEmpty() || letters.list(call.caller(), behind(rows.getLast()), 1).isEmpty()
                        ? null
                        : TextNode.valueOf(place(rows.getLast()).cursor(store));
        return Answer.ok(
                Pages.page(rows, DeadLetterRoutes::describe, next)
                        .put("dropped", letters.dropped(call.caller())));
    }

    private static DeadLetterTable.Place behind(DeadLetterTable.Row row) {
        return new DeadLetterTable.Place(
                row.createdAt(), row.key().holder().holder(), row.key().n());
    }

    private static Place place(DeadLetterTable.Row row) {
        return Place.write(
                row.key().holder().holder(), row.createdAt().toEpochMilli(), row.key().n());
    }

    private static ObjectNode describe(DeadLetterTable.Row row) {
        var item =
                Json.object()
                        .put("id", LetterId.of(row.key()))
                        .put("type", Wire.name(row.type()))
                        .put("sender", DeadLetters.sender(row).label())
                        .put("run_id", row.run() == null ? null : row.run().value())
                        .put("code", row.code())
                        .put("reason", row.reason())
                        .put("body", new String(row.body(), StandardCharsets.UTF_8))
                        .put("size", row.size());
        row.receipt().ifPresent(receipt -> item.put("recipient", receipt.recipient()));
        item.set("created_at", Times.epochSeconds(row.createdAt()));
        return item;
    }

    /** With {@code body}, that is sent instead of what was. */
    Answer requeue(Call call) throws IOException {
        var asked = call.optionalJson().orElseGet(Json::object);
        var corrected = Fields.of(asked).object("body");
        var sent =
                letters.requeue(
                        call.caller(),
                        call.path("letter"),
                        corrected == null ? null : Json.bytes(corrected));
        return MessageRoutes.answer(sent);
    }

    Answer discard(Call call) {
        letters.discard(call.caller(), call.path("letter"));
        return Answer.noContent();
    }
}
