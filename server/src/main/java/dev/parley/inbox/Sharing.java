package dev.parley.inbox;

import dev.parley.access.Principal;
import dev.parley.agent.Presence;
import dev.parley.protocol.InstanceId;
import dev.parley.run.Clocks;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxHeadTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.ShareTable;
import dev.parley.store.table.UnreadTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Shares an inbox out among the instances of its agent: what is for the bare name goes to one of
 * them at a time, what is addressed to one to that one only. An instance holds what it was given
 * until it commits, or acks what it must; what one that is gone still held comes again for others.
 */
public final class Sharing {
    /** How many pages of what others have left a round takes away. */
    private static final int MAX_PAGES = 100;

    private final Store store;
    private final Presence presence;
    private final Clocks clocks;
    private final AtomicReference<ReceiptTable.@Nullable Key> swept = new AtomicReference<>();

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
                                                0,
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
        var byPlace = new TreeMap<Long, Shown>();
        view.own.forEach(one -> byPlace.put(one.position(), one));
        view.coming.stream()
                .filter(next -> taken.contains(next.receipt()))
                .forEach(next -> byPlace.put(next.position(), next));
        // A message that came again may be there at two places, of which the last counts.
        var last = new HashMap<ReceiptTable.Key, Long>();
        byPlace.values().forEach(one -> last.put(one.receipt(), one.position()));
        var shown =
                byPlace.values().stream()
                        .filter(one -> Objects.equals(last.get(one.receipt()), one.position()))
                        .toList();
        return store.read(
                sql ->
                        new Found(
                                reader.inbox(),
                                true,
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
    void takeOver(InboxCursorTable.Key reader) {
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

    /** The same for an agent that begins to listen; for others nothing is taken over. */
    public void takeOver(Principal caller, InstanceId instance) {
        caller.speaksFor()
                .map(agent -> new InboxKey(caller.space(), agent.value()))
                .ifPresent(inbox -> takeOver(new InboxCursorTable.Key(inbox, instance.value())));
    }

    /** Whoever takes something is there. */
    void seen(Principal caller, InstanceId instance) {
        presence.seen(caller, instance);
    }

    /** Gives an instance what it may have of some messages; says which. */
    Set<ReceiptTable.Key> give(InboxCursorTable.Key reader, List<Pushed> some) {
        var take = new Take(reader, null, some.stream().map(Pushed::offered).toList(), living());
        return store.write(new Give(take, some.stream().map(Pushed::fresh).toList(), clocks));
    }

    /**
     * What of some messages that are about to be pushed an instance gets. What nobody knows of, and
     * what its only instance has had before, goes out as it is.
     */
    public Set<Pushed> push(InboxCursorTable.Key reader, List<Pushed> some) {
        var pushed = Collections.<Pushed>newSetFromMap(new IdentityHashMap<>());
        for (int from = 0; from < some.size(); from += Give.MAX) {
            var page = some.subList(from, Math.min(some.size(), from + Give.MAX));
            var open = store.read(sql -> open(sql, reader, page));
            page.stream().filter(one -> !open.contains(one)).forEach(pushed::add);
            // Of a message that is told twice, the last time counts.
            var last = new LinkedHashMap<ReceiptTable.Key, Pushed>();
            open.forEach(one -> last.put(one.receipt(), one));
            if (!open.isEmpty()) {
                give(reader, List.copyOf(last.values()))
                        .forEach(key -> pushed.add(Objects.requireNonNull(last.get(key))));
            }
        }
        return pushed;
    }

    /** Of which it must be decided who gets it. */
    private static List<Pushed> open(Sql sql, InboxCursorTable.Key reader, List<Pushed> page)
            throws SQLException {
        boolean isShared =
                !reader.instance().isEmpty()
                        || isShared(sql, reader.inbox())
                        || page.stream().anyMatch(one -> one.offered().addressed().isPresent());
        var open = new ArrayList<Pushed>();
        for (var one : page) {
            var receipt = ReceiptTable.TABLE.find(sql, one.receipt());
            if (receipt.isPresent() && (isShared || AgentInbox.isNews(sql, receipt.get()))) {
                open.add(one);
            }
        }
        return open;
    }

    /** An instance has done with some messages. */
    public void finish(InboxCursorTable.Key reader, List<ReceiptTable.Key> keys) {
        for (int from = 0; from < keys.size(); from += Done.MAX) {
            var page = keys.subList(from, Math.min(keys.size(), from + Done.MAX));
            store.write(new Done(reader.instance(), List.copyOf(page)));
        }
    }

    /** The same for those who wait or listen, and do not ask meanwhile. */
    public void round() {
        var living = living();
        sweep(living);
        for (int page = 0; page < MAX_PAGES; page++) {
            var rows =
                    store.read(sql -> HeldTable.TABLE.leftBehind(sql, living.since(), Release.MAX));
            release(rows, living);
            if (rows.size() < Release.MAX) {
                return;
            }
        }
    }

    /** Goes on through all that is held, a page each time, for what needs no ack and was acked. */
    private void sweep(Living living) {
        var from = swept.get();
        var page = store.read(sql -> HeldTable.TABLE.page(sql, from, Release.MAX));
        swept.set(page.size() < Release.MAX ? null : page.getLast().row().key());
        release(
                page.stream().filter(HeldTable.Swept::isDone).map(HeldTable.Swept::row).toList(),
                living);
    }

    private void release(List<HeldTable.Row> rows, Living living) {
        if (!rows.isEmpty()) {
            store.write(new Release(rows, living, clocks));
        }
    }
}
