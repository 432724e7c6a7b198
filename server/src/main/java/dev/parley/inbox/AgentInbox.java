package dev.parley.inbox;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.run.Clocks;
import dev.parley.run.Runs;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxHeadTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.UnreadTable;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Everything that is for an agent, or for people, in all their runs, in one order. */
public final class AgentInbox {
    private final Store store;
    private final Waits waits;
    private final Runs runs;
    private final Clocks clocks;

    public AgentInbox(Store store, Waits waits, Runs runs, Clocks clocks) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
        this.clocks = clocks;
    }

    /** What comes next; shown to whoever it is for, it is delivered. Moves no cursor. */
    public InboxPage look(Principal caller, String agent, Look look) {
        var inbox = Addressee.lookAt(caller, agent);
        var topic = new Topic.Inbox(inbox.space(), inbox.recipient());
        var found =
                waits.on(caller, topic, look.patience())
                        .until(
                                () -> store.read(sql -> find(sql, inbox, look)),
                                page -> !page.coming().isEmpty());
        var layout = Layout.of(found, look);
        if (Addressee.is(caller, inbox.recipient())) {
            layout.handedOver(found, clocks).forEach(store::write);
        }
        return layout.page(found);
    }

    private static Found find(Sql sql, InboxKey inbox, Look look) throws SQLException {
        long head = InboxHeadTable.TABLE.head(sql, inbox);
        var given = look.after();
        long after = given == null ? InboxCursorTable.TABLE.position(sql, reader(inbox)) : given;
        Committed.requireReached(head, after);
        var coming =
                InboxTable.TABLE.after(sql, inbox, after, look.limit()).stream()
                        .map(next -> Shown.of(next, inbox.recipient()))
                        .toList();
        return new Found(
                inbox,
                after,
                head,
                coming,
                UnreadTable.TABLE.upTo(sql, inbox, after, look.limit()),
                UnreadTable.TABLE.count(sql, inbox, after, Found.MAX_UNREAD),
                coming.isEmpty()
                        ? List.of()
                        : UnreadTable.TABLE.after(sql, inbox, after, look.limit()),
                redelivered(sql, coming));
    }

    private static Set<ReceiptTable.Key> redelivered(Sql sql, List<Shown> coming)
            throws SQLException {
        var keys = new HashSet<ReceiptTable.Key>();
        for (var shown : coming) {
            if (shown.delivery().attempt() > 1 && isToBeHanded(sql, shown.receipt())) {
                keys.add(shown.receipt());
            }
        }
        return keys;
    }

    private static boolean isToBeHanded(Sql sql, ReceiptTable.Key key) throws SQLException {
        return AckClockTable.TABLE.find(sql, key).filter(clock -> !clock.handed()).isPresent();
    }

    /** Says up to which position a reader has everything; answers where it now stands. */
    public long commit(Principal caller, String agent, long position) {
        var inbox = Addressee.actFor(caller, agent);
        return store.write(new Committed(reader(inbox), position));
    }

    /** One message; it is delivered when whoever asks is one whom it is for. */
    public Message fetch(Principal caller, RunId run, MessageId id) {
        var message = runs.message(caller, run, id);
        var recipient = Addressee.own(caller);
        if (Addressee.is(caller, recipient)) {
            var inbox = new InboxKey(caller.space(), recipient);
            var key =
                    new ReceiptTable.Key(new RunKey(caller.space(), run), recipient, message.seq());
            if (store.read(sql -> isNews(sql, key))) {
                var fresh = new Fresh(key, message.createdAt());
                store.write(new HandedOver(inbox, List.of(fresh), List.of(), List.of(key), clocks));
            }
        }
        return message;
    }

    private static boolean isNews(Sql sql, ReceiptTable.Key key) throws SQLException {
        return ReceiptTable.TABLE
                        .find(sql, key)
                        .filter(receipt -> receipt.state() == ReceiptState.QUEUED)
                        .isPresent()
                || UnreadTable.TABLE.has(sql, key)
                || isToBeHanded(sql, key);
    }

    private static InboxCursorTable.Key reader(InboxKey inbox) {
        return new InboxCursorTable.Key(inbox, "");
    }
}
