package dev.parley.bench.store;

import dev.parley.run.Append;
import dev.parley.store.Sql;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The rows of inboxes and outboxes, written without the engine; all in one space. */
final class BareMail {
    private final PreparedStatement inbox;
    private final PreparedStatement head;
    private final PreparedStatement outbox;
    private final Map<String, Long> heads = new LinkedHashMap<>();

    BareMail(Sql sql) throws SQLException {
        this.inbox =
                sql.prepare(
                        "INSERT INTO inbox (space, recipient, position, run_id, seq, attempt)"
                                + " VALUES (?, ?, ?, ?, ?, 1)");
        this.head =
                sql.prepare(
                        "INSERT INTO inbox_heads (space, recipient, head) VALUES (?, ?, ?)"
                                + " ON CONFLICT (space, recipient) DO UPDATE SET head = excluded.head");
        this.outbox =
                sql.prepare(
                        "INSERT INTO outbox (space, sender, created_at, run_id, seq)"
                                + " VALUES (?, ?, ?, ?, ?)");
    }

    void add(Append append, long seq, long now) throws SQLException {
        var space = append.run().space().value();
        var run = append.run().run().value();
        for (var recipient : append.line().recipients()) {
            inbox.setString(1, space);
            inbox.setString(2, recipient);
            inbox.setLong(3, heads.merge(recipient, 1L, Long::sum));
            inbox.setString(4, run);
            inbox.setLong(5, seq);
            inbox.addBatch();
        }
        outbox.setString(1, space);
        outbox.setString(2, append.speaker());
        outbox.setLong(3, now);
        outbox.setString(4, run);
        outbox.setLong(5, seq);
        outbox.addBatch();
    }

    /** Writes what was added, and each inbox's head once. */
    void write(String space) throws SQLException {
        inbox.executeBatch();
        outbox.executeBatch();
        for (var entry : heads.entrySet()) {
            head.setString(1, space);
            head.setString(2, entry.getKey());
            head.setLong(3, entry.getValue());
            head.addBatch();
        }
        head.executeBatch();
    }
}
