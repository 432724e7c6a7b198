package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.agent.Presence;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Ids;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.Message;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ParticipantTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/**
 * Has messages that must be acked delivered anew when their time is over, and given up after a few
 * times. Who is away is not hurried: the message waits for the next instance that takes it.
 */
public final class AckClock {
    /** As many as one command is about, each with a handful of rows. */
    private static final int PAGE = 50;

    private static final int MAX_PAGES = 100;

    private final Store store;
    private final Presence presence;
    private final Clocks clocks;
    private final HubLines lines;
    private final AtomicLong timedOut = new AtomicLong();

    public AckClock(Store store, Presence presence, Clocks clocks, Ids ids) {
        this.store = store;
        this.presence = presence;
        this.clocks = clocks;
        this.lines = new HubLines(ids);
    }

    /** Looks once at everything that is due. */
    public void round() {
        for (int page = 0; page < MAX_PAGES; page++) {
            var due = store.read(sql -> AckClockTable.TABLE.due(sql, clocks.now(), PAGE));
            due.stream()
                    .filter(AckClockTable.Row::isOfCancelled)
                    .map(row -> row.key().run())
                    .forEach(this::leaveBehind);
            redeliver(due.stream().filter(row -> !row.isOfCancelled()).toList());
            if (due.size() < PAGE) {
                return;
            }
        }
    }

    /** How many were given up on here since the start. */
    public long timedOut() {
        return timedOut.get();
    }

    private void redeliver(List<AckClockTable.Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        long now = clocks.now();
        var there = new HashMap<InboxKey, Set<InstanceId>>();
        var all = new ArrayList<Overdue.Due>();
        for (var row : rows) {
            var online = there.computeIfAbsent(InboxKey.of(row.key()), this::online);
            read(row.key(), online).ifPresent(all::add);
        }
        timedOut.addAndGet(store.write(new Overdue(all, now, clocks, lines)));
    }

    private Set<InstanceId> online(InboxKey recipient) {
        return recipient.recipient().equals(Address.USER.value())
                ? Set.of()
                : presence.online(recipient.space(), new AgentName(recipient.recipient())).stream()
                        .map(row -> row.key().instance())
                        .collect(Collectors.toSet());
    }

    private void leaveBehind(RunKey run) {
        while (true) {
            var unacked =
                    store.read(sql -> ReceiptTable.TABLE.unacked(sql, run, PAGE)).stream()
                            .flatMap(receipt -> read(receipt.key(), Set.of()).stream())
                            .toList();
            store.write(new LeftBehind(run, unacked));
            if (unacked.isEmpty()) {
                return;
            }
        }
    }

    private Optional<Overdue.Due> read(ReceiptTable.Key key, Set<InstanceId> online) {
        return store.read(sql -> read(sql, key, online));
    }

    private static Optional<Overdue.Due> read(Sql sql, ReceiptTable.Key key, Set<InstanceId> online)
            throws SQLException {
        var members = new Members(ParticipantTable.TABLE.of(sql, key.run()));
        var holder = HeldTable.TABLE.find(sql, key).map(HeldTable.Row::instance);
        return MessageTable.TABLE
                .at(sql, key.run(), key.seq())
                .map(Entry::message)
                .map(
                        message ->
                                new Overdue.Due(
                                        key,
                                        whose(message)
                                                .or(() -> holder)
                                                .map(online::contains)
                                                .orElse(!online.isEmpty()),
                                        message,
                                        members));
    }

    /** The only instance that it is for, if there is one. */
    private static Optional<InstanceId> whose(Message message) {
        return message.toAgent().instance().map(InstanceId::new);
    }

    /** Has a message delivered anew that was given up on, with all its time before it. */
    public Posted requeue(Principal by, ReceiptTable.Key key) {
        var due = read(key, Set.of()).orElseThrow();
        return store.write(new Resend(key, due.message(), by.label(), lines));
    }
}
