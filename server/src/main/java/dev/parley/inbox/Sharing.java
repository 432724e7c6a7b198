package dev.parley.inbox;

import dev.parley.agent.Presence;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.Message;
import dev.parley.run.Clocks;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxHeadTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.InstanceTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.ShareTable;
import dev.parley.store.table.UnreadTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Shares an inbox out among the instances of its agent: what is for the bare name goes to one of
 * them at a time, what is addressed to one to that one only. An instance holds what it was given
 * until it commits or acks; what one that is gone still held comes again for the others.
 */
public final class Sharing {
    private final Store store;
    private final Presence presence;
    private final Clocks clocks;

    public Sharing(Store store, Presence presence, Clocks clocks) {
        this.store = store;
        this.presence = presence;
        this.clocks = clocks;
    }

    /**
     * An inbox as one instance sees it.
     *
     * @param share empty when it is not shared yet
     * @param own what the instance holds
     * @param isCut whether it holds more
     * @param coming what is nobody's yet
     */
    private record View(
            Optional<ShareTable.Row> share,
            long after,
            long head,
            List<Shown> own,
            boolean isCut,
            List<Shown> coming) {
        /** Where all of it ends; short of the head while there may be more for the instance. */
        long end(List<Shown> shown) {
            long scanned = coming.isEmpty() ? head : coming.getLast().position();
            boolean isWhole = !isCut && scanned == head;
            return isWhole ? (shown.isEmpty() ? after : shown.getLast().position()) : head;
        }
    }

    /** Whether the inbox is shared out. */
    static boolean isShared(Sql sql, InboxKey inbox) throws SQLException {
        return ShareTable.TABLE.find(sql, inbox).isPresent();
    }

    boolean isThere(Sql sql, InboxKey inbox, InstanceId instance) throws SQLException {
        var key = new InstanceTable.Key(inbox.space(), new AgentName(inbox.recipient()), instance);
        return InstanceTable.TABLE.find(sql, key).filter(living()::has).isPresent();
    }

    Living living() {
        return new Living(presence.liveSince());
    }

    /** What an instance has and what it now gets. */
    Found find(InboxCursorTable.Key reader, Look look) {
        takeOver(reader);
        while (true) {
            var view = store.read(sql -> view(sql, reader, look));
            if (view.share.isEmpty()) {
                store.write(new Share(reader.inbox()));
            } else if (view.coming.isEmpty()) {
                return found(reader, look, view, Set.of());
            } else {
                var taken = take(reader, view.share.get().frontier(), view.coming);
                if (taken.filter(got -> !got.isEmpty() || !view.own.isEmpty()).isPresent()) {
                    return found(reader, look, view, taken.get());
                }
            }
        }
    }

    private Optional<Set<ReceiptTable.Key>> take(
            InboxCursorTable.Key reader, long frontier, List<Shown> coming) {
        var offered =
                coming.stream()
                        .map(
                                next ->
                                        new Offered(
                                                next.receipt(),
                                                next.position(),
                                                next.delivery().attempt(),
                                                Offered.addressed(next.message())))
                        .toList();
        return store.write(new Take(reader, frontier, offered, living()));
    }

    private static View view(Sql sql, InboxCursorTable.Key reader, Look look) throws SQLException {
        var inbox = reader.inbox();
        var share = ShareTable.TABLE.find(sql, inbox);
        long head = InboxHeadTable.TABLE.head(sql, inbox);
        var given = look.after();
        long after = given == null ? InboxCursorTable.TABLE.position(sql, reader) : given;
        Committed.requireReached(head, after);
        var own = shown(HeldTable.TABLE.deliveries(sql, reader, after, look.limit()), inbox);
        boolean isCut =
                !own.isEmpty() && own.getLast().position() < HeldTable.TABLE.last(sql, reader);
        int room = look.limit() - own.size();
        var coming =
                isCut || room == 0 || share.isEmpty()
                        ? List.<InboxTable.Delivery>of()
                        : InboxTable.TABLE.after(sql, inbox, share.get().frontier(), room);
        return new View(share, after, head, own, isCut || room == 0, shown(coming, inbox));
    }

    private static List<Shown> shown(List<InboxTable.Delivery> deliveries, InboxKey inbox) {
        return deliveries.stream().map(next -> Shown.of(next, inbox.recipient())).toList();
    }

    private Found found(
            InboxCursorTable.Key reader, Look look, View view, Set<ReceiptTable.Key> taken) {
        var shown =
                Stream.concat(
                                view.own.stream(),
                                view.coming.stream().filter(next -> taken.contains(next.receipt())))
                        .toList();
        return store.read(
                sql ->
                        new Found(
                                reader.inbox(),
                                view.after,
                                view.end(shown),
                                shown,
                                UnreadTable.TABLE.upTo(sql, reader, view.after, look.limit()),
                                UnreadTable.TABLE.count(
                                        sql, reader.inbox(), view.after, Found.MAX_UNREAD),
                                shown.isEmpty()
                                        ? List.of()
                                        : UnreadTable.TABLE.after(
                                                sql, reader, view.after, look.limit()),
                                AgentInbox.redelivered(sql, shown)));
    }

    /** An instance has everything up to a position. */
    void done(InboxCursorTable.Key reader, long position) {
        long after = 0;
        while (true) {
            long from = after;
            var rows =
                    store.read(
                            sql -> HeldTable.TABLE.between(sql, reader, from, position, Done.MAX));
            if (rows.isEmpty()) {
                return;
            }
            store.write(
                    new Done(reader.instance(), rows.stream().map(HeldTable.Row::key).toList()));
            after = rows.getLast().position();
        }
    }

    /** Somebody asks: what those of its agent who are gone have held is for whoever asks. */
    private void takeOver(InboxCursorTable.Key reader) {
        var living = living();
        release(
                store
                        .read(
                                sql ->
                                        HeldTable.TABLE.leftBehind(
                                                sql, reader.inbox(), living.since(), Release.MAX))
                        .stream()
                        .filter(row -> !row.instance().value().equals(reader.instance()))
                        .toList(),
                living);
    }

    /**
     * Whether an instance gets what is about to be pushed to it; it then holds that until it acks
     * it.
     */
    public boolean push(InboxCursorTable.Key reader, RunKey run, Message message) {
        var receipt = new ReceiptTable.Key(run, reader.inbox().recipient(), message.seq());
        var offered = new Offered(receipt, 0, 1, Offered.addressed(message));
        var taken = store.write(new Take(reader, null, List.of(offered), living()));
        if (!taken.orElse(Set.of()).contains(receipt)) {
            return false;
        }
        var fresh = new Fresh(receipt, message.createdAt());
        return store.write(
                new HandedOver(reader.inbox(), List.of(fresh), List.of(), List.of(), clocks));
    }

    /** The same for those who wait or listen, and do not ask meanwhile. */
    public void round() {
        var living = living();
        release(store.read(sql -> HeldTable.TABLE.acked(sql, Release.MAX)), living);
        release(
                store.read(sql -> HeldTable.TABLE.leftBehind(sql, living.since(), Release.MAX)),
                living);
    }

    private void release(List<HeldTable.Row> rows, Living living) {
        if (!rows.isEmpty()) {
            store.write(new Release(rows, living));
        }
    }
}
