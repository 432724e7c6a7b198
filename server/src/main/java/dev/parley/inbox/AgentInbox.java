package dev.parley.inbox;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.Address;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.run.Clocks;
import dev.parley.run.Entry;
import dev.parley.run.Runs;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.HeldTable;
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
    /** More than this nobody has in hand at once. */
    private static final int MAX_HANDED = 500;

    private final Store store;
    private final Waits waits;
    private final Runs runs;
    private final Sharing sharing;
    private final Clocks clocks;

    public AgentInbox(Store store, Waits waits, Runs runs, Sharing sharing, Clocks clocks) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
        this.sharing = sharing;
        this.clocks = clocks;
    }

    /** What comes next; shown to whoever it is for, it is delivered. Moves no cursor. */
    public InboxPage look(Principal caller, String agent, InstanceId instance, Look look) {
        var inbox = Addressee.lookAt(caller, agent);
        boolean isOwn = Addressee.is(caller, inbox.recipient());
        var reader = reader(inbox, isOwn ? instance : InstanceId.ONLY);
        var topic = new Topic.Inbox(inbox.space(), inbox.recipient());
        while (true) {
            var found =
                    waits.on(caller, topic, look.patience())
                            .until(
                                    () -> isOwn ? find(reader, look) : whole(inbox, look),
                                    page -> !page.coming().isEmpty());
            var layout = Layout.of(found, look);
            if (!isOwn || layout.handedOver(found, clocks).stream().allMatch(store::write)) {
                return layout.page(found);
            }
            // It is shared out since it was looked at, which happens once.
        }
    }

    /** The only instance sees everything, unless something is addressed to another. */
    private Found find(InboxCursorTable.Key reader, Look look) {
        if (reader.instance().isEmpty()) {
            var whole = whole(reader.inbox(), look);
            boolean isForOthers =
                    whole.coming().stream()
                            .anyMatch(next -> Offered.addressed(next.message()).isPresent());
            if (!whole.isShared() && !isForOthers) {
                return whole;
            }
        }
        return sharing.find(reader, look);
    }

    private Found whole(InboxKey inbox, Look look) {
        return store.read(sql -> find(sql, inbox, look));
    }

    private static Found find(Sql sql, InboxKey inbox, Look look) throws SQLException {
        long head = InboxHeadTable.TABLE.head(sql, inbox);
        var given = look.after();
        long after =
                given == null
                        ? InboxCursorTable.TABLE.position(sql, reader(inbox, InstanceId.ONLY))
                        : given;
        Committed.requireReached(head, after);
        var coming =
                InboxTable.TABLE.after(sql, inbox, after, look.limit()).stream()
                        .map(next -> Shown.of(next, inbox.recipient()))
                        .toList();
        return new Found(
                inbox,
                Sharing.isShared(sql, inbox),
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

    static Set<ReceiptTable.Key> redelivered(Sql sql, List<Shown> coming) throws SQLException {
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

    /** How many messages other instances have in hand that would else be for this one. */
    public int heldElsewhere(Principal caller, String agent, InstanceId instance) {
        var reader = reader(Addressee.lookAt(caller, agent), instance);
        return store.read(sql -> HeldTable.TABLE.elsewhere(sql, reader, MAX_HANDED));
    }

    /** How far the inbox goes by now. */
    public long head(Principal caller, String agent) {
        var inbox = Addressee.lookAt(caller, agent);
        return store.read(sql -> InboxHeadTable.TABLE.head(sql, inbox));
    }

    /** What an instance was handed up to a position and has still to ack, in order. */
    public List<Message> unacked(
            Principal caller, String agent, InstanceId instance, long position) {
        var reader = reader(Addressee.actFor(caller, agent), instance);
        return store.read(sql -> handed(sql, reader)).stream()
                .takeWhile(next -> next.position() <= position)
                .filter(next -> next.state() == ReceiptState.DELIVERED && next.ackedAt() == null)
                .map(next -> Entry.message(next.message()))
                .filter(Message::requiresAck)
                .toList();
    }

    private static List<InboxTable.Delivery> handed(Sql sql, InboxCursorTable.Key reader)
            throws SQLException {
        long after = InboxCursorTable.TABLE.position(sql, reader);
        return Sharing.isShared(sql, reader.inbox())
                ? HeldTable.TABLE.deliveries(sql, reader, after, MAX_HANDED)
                : InboxTable.TABLE.after(sql, reader.inbox(), after, MAX_HANDED);
    }

    /** Says up to which position an instance has everything; answers where it now stands. */
    public long commit(Principal caller, String agent, InstanceId instance, long position) {
        var reader = reader(Addressee.actFor(caller, agent), instance);
        long stands = store.write(new Committed(reader, position));
        sharing.done(reader, stands);
        return stands;
    }

    /** One message; it is delivered when whoever asks is one whom it is for. */
    public Message fetch(Principal caller, RunId run, MessageId id, InstanceId instance) {
        var message = runs.message(caller, run, id);
        var recipient = Addressee.own(caller);
        if (Addressee.is(caller, recipient)) {
            var inbox = new InboxKey(caller.space(), recipient);
            var key =
                    new ReceiptTable.Key(new RunKey(caller.space(), run), recipient, message.seq());
            if (store.read(sql -> isNews(sql, key))) {
                sharing.seen(caller, instance);
                sharing.give(reader(inbox, instance), List.of(new Pushed(key, message, 0)));
            }
        }
        return message;
    }

    private static boolean isNews(Sql sql, ReceiptTable.Key key) throws SQLException {
        var receipt = ReceiptTable.TABLE.find(sql, key);
        return receipt.isPresent()
                && (isNews(sql, receipt.get()) || UnreadTable.TABLE.has(sql, key));
    }

    /** Whether it was not handed to anybody since it was last put into the inbox. */
    static boolean isNews(Sql sql, ReceiptTable.Row receipt) throws SQLException {
        return receipt.state() == ReceiptState.QUEUED || isToBeHanded(sql, receipt.key());
    }

    /** People have no instances. */
    private static InboxCursorTable.Key reader(InboxKey inbox, InstanceId instance) {
        boolean isOfPeople = inbox.recipient().equals(Address.USER.value());
        return new InboxCursorTable.Key(inbox, isOfPeople ? "" : instance.value());
    }
}
