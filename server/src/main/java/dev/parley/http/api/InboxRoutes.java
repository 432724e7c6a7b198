package dev.parley.http.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.agent.Presence;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.inbox.Inbox;
import dev.parley.inbox.Pull;
import dev.parley.inbox.Pulled;
import dev.parley.inbox.Receipts;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import dev.parley.store.table.ReceiptTable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Pulling and acking over HTTP. */
public final class InboxRoutes {
    private static final long USUAL_ITEMS = 50;
    private static final long MAX_STRETCH = 500;

    private final Store store;
    private final Inbox inbox;
    private final Receipts receipts;
    private final Presence presence;

    public InboxRoutes(Store store, Inbox inbox, Receipts receipts, Presence presence) {
        this.store = store;
        this.inbox = inbox;
        this.receipts = receipts;
        this.presence = presence;
    }

    /**
     * Without {@code after} the agent's cursor moves and nothing is handed out twice, even if the
     * answer is lost on its way; with it, everything after that seq comes as often as it is asked.
     */
    Answer pull(Call call) throws IOException {
        var fields = Fields.of(call.json());
        var epoch = fields.text("epoch");
        if (epoch != null) {
            Cursor.requireEpoch(store.epoch(), epoch);
        }
        var after = fields.integer("after");
        var pull =
                new Pull(
                        fields.address("agent_id"),
                        (int) within("max_items", fields.integer("max_items")),
                        after == null ? null : requireSeq(after),
                        Duration.ofSeconds(
                                Call.waitSeconds(
                                        Objects.requireNonNullElse(fields.integer("wait"), 0L))));
        Pulled pulled;
        try (var _ = presence.hold(call.caller(), call.instance())) {
            pulled = inbox.pull(call.caller(), new RunId(call.path("run")), call.instance(), pull);
        }
        var body = Json.object();
        var messages = body.putArray("messages");
        pulled.messages().forEach(message -> messages.add(Format.ENVELOPE.write(message)));
        var redelivered = body.putArray("redelivered");
        pulled.redelivered().forEach(message -> redelivered.add(Format.ENVELOPE.write(message)));
        return Answer.ok(body.put("cursor", pulled.cursor()).put("epoch", store.epoch()));
    }

    private static long within(String name, @Nullable Long items) {
        long wanted = Objects.requireNonNullElse(items, USUAL_ITEMS);
        if (wanted < 1 || wanted > Pull.MAX_ITEMS) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    name + " must be between 1 and " + Pull.MAX_ITEMS + ", was " + wanted);
        }
        return wanted;
    }

    private static long requireSeq(long after) {
        if (after < 0) {
            throw new ParleyException(Problem.BAD_VALUE, "after must not be negative");
        }
        return after;
    }

    Answer ack(Call call) throws IOException {
        var fields = Fields.of(call.json());
        var acked =
                inbox.ack(
                        call.caller(),
                        new RunId(call.path("run")),
                        fields.address("agent_id"),
                        fields.requiredId(MessageId::new, "message_id"));
        var body = Json.object().put("message_id", acked.message().value()).put("state", "acked");
        return Answer.ok(acked.duplicate() ? body.put("duplicate", true) : body);
    }

    /** With {@code ?wait}, once everybody who must ack has, or will not any more. */
    Answer receipts(Call call) {
        var rows =
                receipts.of(
                        call.caller(),
                        new RunId(call.path("run")),
                        new MessageId(call.path("message")),
                        Duration.ofSeconds(call.waitSeconds()));
        var body = Json.object();
        var items = body.putArray("items");
        rows.forEach(row -> items.add(describe(row)));
        return Answer.ok(body.put("acked", Receipts.isAcked(rows)));
    }

    /** The same of many messages at once: those from one seq to another. */
    Answer receiptsBetween(Call call) {
        long from = call.number("from", 1, 1, Long.MAX_VALUE);
        long to = call.number("to", from + MAX_STRETCH - 1, from, from + MAX_STRETCH - 1);
        var page = receipts.between(call.caller(), new RunId(call.path("run")), from, to);
        var body = Json.object();
        var items = body.putArray("items");
        page.rows().forEach(row -> items.add(describe(row).put("seq", row.key().seq())));
        return Answer.ok(body.put("to", page.to()));
    }

    private static ObjectNode describe(ReceiptTable.Row row) {
        var item =
                Json.object()
                        .put("recipient", row.key().recipient())
                        .put("state", Wire.name(row.state()))
                        .put("needs_ack", row.needsAck());
        item.set("delivered_at", time(row.deliveredAt()));
        item.set("acked_at", time(row.ackedAt()));
        return item;
    }

    private static @Nullable JsonNode time(@Nullable Instant at) {
        return at == null ? null : Times.epochSeconds(at);
    }
}
