package dev.parley.inbox;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.run.Entry;
import dev.parley.run.Runs;
import dev.parley.run.Speaker;
import dev.parley.store.Store;
import dev.parley.store.table.CursorTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunTable;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An agent's inbox in a run: a cursor over what is addressed to it. */
public final class Inbox {
    private final Store store;
    private final Waits waits;
    private final Runs runs;

    public Inbox(Store store, Waits waits, Runs runs) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
    }

    /** What was read on behalf of one pull. */
    private record Page(long from, long cursor, List<MessageTable.Delivery> deliveries) {}

    /**
     * Hands out what comes next. With a place of its own the caller gets everything after it, as
     * often as it asks; without one, the agent's cursor moves and nothing is handed out twice.
     */
    public Pulled pull(Principal caller, RunId id, Pull pull) {
        var run = runs.facts(caller, id);
        var reader =
                new CursorTable.Key(
                        run.row().key(), Speaker.reader(caller, run.members(), pull.agent()));
        var topic = new Topic.Run(caller.space(), id);
        long deadline = System.nanoTime() + pull.patience().toNanos();
        while (true) {
            var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            var page =
                    waits.on(caller, topic, left)
                            .until(() -> read(reader, pull), found -> !found.deliveries.isEmpty());
            if (hand(reader, pull, page)) {
                var messages =
                        page.deliveries.stream()
                                .map(delivery -> Entry.message(delivery.message()))
                                .toList();
                return new Pulled(messages, end(page));
            }
        }
    }

    private Page read(CursorTable.Key reader, Pull pull) {
        return store.read(
                sql -> {
                    long cursor = CursorTable.TABLE.seq(sql, reader);
                    long from = pull.after() == null ? cursor : pull.after();
                    Runs.requireReached(RunTable.TABLE.head(sql, reader.run()), from);
                    return new Page(
                            from,
                            cursor,
                            MessageTable.TABLE.forRecipient(
                                    sql, reader.run(), reader.agent(), from, pull.maxItems()));
                });
    }

    /** Notes what is handed out; false when another pull was quicker. */
    private boolean hand(CursorTable.Key reader, Pull pull, Page page) {
        var fresh =
                page.deliveries.stream()
                        .filter(delivery -> delivery.state() == ReceiptState.QUEUED)
                        .map(delivery -> fresh(reader, delivery.message()))
                        .toList();
        boolean own = pull.after() == null;
        long cursor = own ? end(page) : page.from;
        if (fresh.isEmpty() && cursor <= page.cursor) {
            return true;
        }
        return store.write(new Handed(reader, own ? page.cursor : null, cursor, fresh));
    }

    private static Fresh fresh(CursorTable.Key reader, MessageTable.Row message) {
        var receipt = new ReceiptTable.Key(reader.run(), reader.agent(), message.seq());
        return new Fresh(receipt, message.createdAt());
    }

    private static long end(Page page) {
        return page.deliveries.isEmpty() ? page.from : page.deliveries.getLast().message().seq();
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
