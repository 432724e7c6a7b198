package dev.parley.inbox;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.run.Clocks;
import dev.parley.run.Entry;
import dev.parley.run.Runs;
import dev.parley.run.Speaker;
import dev.parley.store.Store;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.CursorTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunTable;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An agent's inbox in a run: a cursor over what is addressed to it. */
public final class Inbox {
    private final Store store;
    private final Waits waits;
    private final Runs runs;
    private final Clocks clocks;

    public Inbox(Store store, Waits waits, Runs runs, Clocks clocks) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
        this.clocks = clocks;
    }

    /**
     * What was read on behalf of one pull.
     *
     * @param anew what was delivered before, and is to be handed over anew
     */
    private record Page(
            long from,
            long cursor,
            List<MessageTable.Delivery> deliveries,
            List<MessageTable.Row> anew) {
        boolean isEmpty() {
            return deliveries.isEmpty() && anew.isEmpty();
        }

        /** Who goes through the log once more finds them there in their order. */
        List<MessageTable.Row> redelivered() {
            return anew.stream().filter(message -> message.seq() <= from).toList();
        }

        long end() {
            return deliveries.isEmpty() ? from : deliveries.getLast().message().seq();
        }
    }

    /**
     * Hands out what comes next. With a place of its own the caller gets everything after it, as
     * often as it asks; without one, the agent's cursor moves and nothing is handed out twice.
     */
    public Pulled pull(Principal caller, RunId id, Pull pull) {
        var run = runs.facts(caller, id);
        var reader =
                new CursorTable.Key(
                        run.row().key(), Speaker.reader(caller, run.members(), pull.agent()));
        var topics =
                Set.of(
                        new Topic.Run(caller.space(), id),
                        new Topic.Inbox(caller.space(), reader.agent()));
        long deadline = System.nanoTime() + pull.patience().toNanos();
        while (true) {
            var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            var page =
                    waits.on(caller, topics, left)
                            .until(() -> read(reader, pull), found -> !found.isEmpty());
            if (hand(reader, pull, page)) {
                var messages =
                        page.deliveries.stream()
                                .map(delivery -> Entry.message(delivery.message()))
                                .toList();
                var redelivered = page.redelivered().stream().map(Entry::message).toList();
                return new Pulled(messages, redelivered, page.end());
            }
        }
    }

    private Page read(CursorTable.Key reader, Pull pull) {
        return store.read(
                sql -> {
                    long cursor = CursorTable.TABLE.seq(sql, reader);
                    long from = pull.after() == null ? cursor : pull.after();
                    Runs.requireReached(RunTable.TABLE.head(sql, reader.run()), from);
                    var run = reader.run();
                    var agent = reader.agent();
                    int limit = pull.maxItems();
                    var found =
                            new Page(
                                    from,
                                    cursor,
                                    MessageTable.TABLE.forRecipient(sql, run, agent, from, limit),
                                    List.of());
                    return new Page(
                            from,
                            cursor,
                            found.deliveries,
                            AckClockTable.TABLE.toHand(sql, run, agent, found.end(), limit));
                });
    }

    /** Notes what is handed out; false when another pull was quicker. */
    private boolean hand(CursorTable.Key reader, Pull pull, Page page) {
        var fresh =
                Stream.concat(
                                page.deliveries.stream()
                                        .filter(next -> next.state() == ReceiptState.QUEUED)
                                        .map(MessageTable.Delivery::message),
                                page.anew.stream())
                        .map(message -> fresh(reader, message))
                        .distinct()
                        .toList();
        boolean own = pull.after() == null;
        long cursor = own ? page.end() : page.from;
        if (fresh.isEmpty() && cursor <= page.cursor) {
            return true;
        }
        return store.write(new Handed(reader, own ? page.cursor : null, cursor, fresh, clocks));
    }

    private static Fresh fresh(CursorTable.Key reader, MessageTable.Row message) {
        var receipt = new ReceiptTable.Key(reader.run(), reader.agent(), message.seq());
        return new Fresh(receipt, message.createdAt());
    }

    /** Says that a message has arrived; saying it again changes nothing. */
    public Acked ack(Principal caller, RunId id, @Nullable Address agent, MessageId message) {
        var run = runs.facts(caller, id);
        var recipient = Speaker.reader(caller, run.members(), agent);
        var acked = runs.message(caller, id, message);
        var draft =
                Draft.to(acked.fromAgent(), "ack")
                        .from(new Address(recipient))
                        .parent(message)
                        .build();
        var receipt = new ReceiptTable.Key(run.row().key(), recipient, acked.seq());
        return store.write(new Ack(receipt, message, runs.append(caller, run, draft)));
    }
}
