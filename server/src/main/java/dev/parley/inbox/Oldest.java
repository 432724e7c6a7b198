package dev.parley.inbox;

import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxHeadTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.InboxTable;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which inboxes hold something that nobody has taken yet, and since when. What was taken once stays
 * so, hence each look goes on where the last one has found something; an index that knows would
 * cost every append.
 */
public final class Oldest {
    /** More inboxes than this are not looked at. */
    static final int MAX_INBOXES = 10_000;

    /** Inboxes that share a read. */
    private static final int PAGE = 100;

    /** Entries of one inbox that a look passes at most; the next goes on from there. */
    private static final int MAX_PASSED = 2_000;

    private final Store store;
    private final Map<InboxKey, Long> taken = new HashMap<>();

    /** An inbox, and when the oldest entry that waits in it was added. */
    public record Waiting(InboxKey inbox, Instant since) {}

    public Oldest(Store store) {
        this.store = store;
    }

    /** Those with something in them, the longest wait first. */
    public synchronized List<Waiting> look() {
        var all = new ArrayList<Waiting>();
        var space = "";
        var recipient = "";
        for (int seen = 0; seen < MAX_INBOXES; seen += PAGE) {
            var heads = page(space, recipient);
            all.addAll(store.read(sql -> look(sql, heads)));
            if (heads.size() < PAGE) {
                break;
            }
            space = heads.getLast().key().space().value();
            recipient = heads.getLast().key().recipient();
        }
        all.sort(Comparator.comparing(Waiting::since));
        return List.copyOf(all);
    }

    private List<InboxHeadTable.Row> page(String space, String recipient) {
        return store.read(sql -> InboxHeadTable.TABLE.page(sql, space, recipient, PAGE));
    }

    private List<Waiting> look(Sql sql, List<InboxHeadTable.Row> heads) throws SQLException {
        var found = new ArrayList<Waiting>();
        for (var head : heads) {
            var inbox = head.key();
            if (taken.getOrDefault(inbox, 0L) < head.head()) {
                look(sql, inbox, head.head())
                        .ifPresent(since -> found.add(new Waiting(inbox, since)));
            }
        }
        return found;
    }

    private Optional<Instant> look(Sql sql, InboxKey inbox, long head) throws SQLException {
        long known = taken.getOrDefault(inbox, 0L);
        long from = Math.max(known, InboxCursorTable.TABLE.furthest(sql, inbox));
        long to = Math.min(head, from + MAX_PASSED);
        var first = InboxTable.TABLE.firstQueued(sql, inbox, from, to);
        taken.put(inbox, first.map(entry -> entry.position() - 1).orElse(to));
        return first.map(InboxTable.Queued::since);
    }
}
