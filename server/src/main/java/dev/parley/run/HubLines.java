package dev.parley.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Priority;
import dev.parley.protocol.Sha256;
import dev.parley.protocol.Source;
import dev.parley.protocol.ThreadId;
import dev.parley.protocol.Trace;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunTable;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the hub itself writes into logs, so that the log alone tells the story. */
final class HubLines {
    private static final String SENDER = "system";

    private final Ids ids;

    HubLines(Ids ids) {
        this.ids = ids;
    }

    /** Something about the run has changed. */
    Line change(RunTable.Row run, String kind, String summary, ObjectNode payload) {
        return change(run, kind, summary, payload, newId());
    }

    /** The same under an id by which a repetition is recognised. */
    Line change(RunTable.Row run, String kind, String summary, ObjectNode payload, MessageId id) {
        return line(run, Address.BROADCAST, kind, Act.SYSTEM, summary, payload, null, Set.of(), id);
    }

    MessageId newId() {
        return new MessageId(ids.next("msg"));
    }

    /** Nobody has replied in time; the asker finds this in its inbox. */
    Line timedOut(RunTable.Row run, Address asker, AwaitedTable.Row awaited) {
        var payload =
                Json.object()
                        .put("change", "timed_out")
                        .put("awaited", awaited.key().seq())
                        .put("asked", awaited.asked());
        return line(
                run,
                asker,
                "status",
                Act.SYSTEM,
                awaited.asked() + " has not replied in time",
                payload,
                awaited.message(),
                Set.of(awaited.asker()),
                newId());
    }

    /** Whoever got a message has not acked it, however often it came; its sender is told. */
    Line unacked(RunTable.Row run, Overdue.Due due, String reason) {
        var payload = about(due.key(), GivenUp.UNACKED);
        var from = due.from();
        return from.equals(Address.SYSTEM.value())
                ? change(run, "status", reason, payload)
                : line(
                        run,
                        due.members().nameOfAny(from),
                        "status",
                        Act.SYSTEM,
                        reason,
                        payload,
                        due.message().messageId(),
                        Set.of(from),
                        newId());
    }

    /** A message that was given up on is delivered anew. */
    Line requeued(RunTable.Row run, ReceiptTable.Key receipt, String by) {
        var summary = "seq " + receipt.seq() + " goes to " + receipt.recipient() + " once more";
        var payload = about(receipt, GivenUp.REQUEUED).put("by", by);
        return change(run, "status", summary, payload);
    }

    private static ObjectNode about(ReceiptTable.Key receipt, String change) {
        return Json.object()
                .put("change", change)
                .put("unacked", receipt.seq())
                .put("recipient", receipt.recipient());
    }

    /** Something that somebody should find in the inbox. */
    Line news(RunTable.Row run, Address to, String summary, ObjectNode payload) {
        return line(
                run, to, "status", Act.SYSTEM, summary, payload, null, Set.of(to.value()), newId());
    }

    /** What the hub does for somebody, in their name; it stands in the log for all to see. */
    Line done(RunTable.Row run, Deed deed) {
        var message =
                new Message(
                        deed.id(),
                        run.key().run(),
                        run.session(),
                        new ThreadId(deed.thread().value()),
                        0,
                        deed.from(),
                        deed.sender(),
                        Address.BROADCAST,
                        deed.kind(),
                        Act.SYSTEM,
                        deed.summary(),
                        deed.payload().inline(),
                        List.of(),
                        deed.visibility(),
                        Priority.NORMAL,
                        false,
                        false,
                        null,
                        deed.parent(),
                        null,
                        Instant.EPOCH,
                        Source.APPLET,
                        null,
                        new Trace(deed.thread().value(), 0, deed.from().value()),
                        deed.payload().ref());
        return Line.of(message, deed.digest(), Set.of());
    }

    /** The run has ended; the log's last entry. */
    Line ended(RunTable.Row run) {
        return stands(run, "the run is " + Wire.name(run.status()), null);
    }

    /** The run stands otherwise than before. */
    Line stands(RunTable.Row run, String summary, @Nullable String by) {
        var payload = Json.object().put("status", Wire.name(run.status()));
        payload.put("paused", run.standing().paused());
        if (by != null) {
            payload.put("by", by);
        }
        if (run.standing().reason() != null) {
            payload.put("reason", run.standing().reason());
        }
        return change(run, "status", summary, payload);
    }

    /** An assignment was taken back because the one above it was. */
    Line cancel(RunTable.Row run, Address holder, AwaitedTable.Row assignment) {
        return cancel(
                run,
                holder,
                "the work that this was part of was cancelled",
                assignment.message(),
                assignment.asked());
    }

    /** Everything an agent holds was taken back, because the run was cancelled. */
    Line cancel(RunTable.Row run, Address holder, String agent) {
        return cancel(run, holder, "the run was cancelled", null, agent);
    }

    private Line cancel(
            RunTable.Row run,
            Address holder,
            String summary,
            @Nullable MessageId assignment,
            String agent) {
        return line(
                run,
                holder,
                "cancel",
                Act.CANCEL,
                summary,
                Json.object(),
                assignment,
                Set.of(agent),
                newId());
    }

    private Line line(
            RunTable.Row run,
            Address to,
            String kind,
            Act act,
            String summary,
            ObjectNode payload,
            @Nullable MessageId parent,
            Set<String> recipients,
            MessageId id) {
        var message =
                new Message(
                        id,
                        run.key().run(),
                        run.session(),
                        new ThreadId(id.value()),
                        0,
                        Address.SYSTEM,
                        SENDER,
                        to,
                        kind,
                        act,
                        summary,
                        payload,
                        List.of(),
                        Visibility.INTERNAL,
                        Priority.NORMAL,
                        false,
                        false,
                        null,
                        parent,
                        null,
                        Instant.EPOCH,
                        Source.APPLET,
                        null,
                        new Trace(id.value(), 0, SENDER),
                        null);
        var digest = Sha256.of(Json.write(payload));
        return Line.of(message, digest, recipients);
    }
}
