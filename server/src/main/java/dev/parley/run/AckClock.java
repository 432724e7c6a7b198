package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.agent.Presence;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Ids;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.AckClockTable;
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
import java.util.concurrent.atomic.AtomicLong;

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
    private final int redeliveries;
    private final HubLines lines;
    private final AtomicLong timedOut = new AtomicLong();

    public AckClock(Store store, Presence presence, Clocks clocks, int redeliveries, Ids ids) {
        this.store = store;
        this.presence = presence;
        this.clocks = clocks;
        this.redeliveries = redeliveries;
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
        var there = new HashMap<InboxKey, Boolean>();
        var all = new ArrayList<Overdue.Due>();
        for (var row : rows) {
            var recipient = new InboxKey(row.key().run().space(), row.key().recipient());
            read(row.key(), there.computeIfAbsent(recipient, this::isThere)).ifPresent(all::add);
        }
        timedOut.addAndGet(store.write(new Overdue(all, now, redeliveries, clocks, lines)));
    }

    private boolean isThere(InboxKey recipient) {
        return !recipient.recipient().equals(Address.USER.value())
                && !presence.online(recipient.space(), new AgentName(recipient.recipient()))
                        .isEmpty();
    }

    private void leaveBehind(RunKey run) {
        while (true) {
            var unacked =
                    store.read(sql -> ReceiptTable.TABLE.unacked(sql, run, PAGE)).stream()
                            .flatMap(receipt -> read(receipt.key(), false).stream())
                            .toList();
            store.write(new LeftBehind(run, unacked));
            if (unacked.isEmpty()) {
                return;
            }
        }
    }

    private Optional<Overdue.Due> read(ReceiptTable.Key key, boolean isThere) {
        return store.read(sql -> read(sql, key, isThere));
    }

    private static Optional<Overdue.Due> read(Sql sql, ReceiptTable.Key key, boolean isThere)
            throws SQLException {
        var members = new Members(ParticipantTable.TABLE.of(sql, key.run()));
        return MessageTable.TABLE
                .at(sql, key.run(), key.seq())
                .map(row -> new Overdue.Due(key, isThere, Entry.message(row), members));
    }

    /** Has a message delivered anew that was given up on, with all its time before it. */
    public Posted requeue(Principal by, ReceiptTable.Key key) {
        var due = read(key, false).orElseThrow();
        return store.write(new Resend(key, due.message(), by.label(), lines));
    }
}
