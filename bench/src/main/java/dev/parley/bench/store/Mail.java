package dev.parley.bench.store;

import dev.parley.run.Append;
import dev.parley.store.Sql;
import dev.parley.store.table.RunKey;
import java.sql.SQLException;

/**
 * Fills a database with mail by statements over whole tables, which is the only way to have a
 * million messages within a minute; the rows are those that the engine would have written.
 */
final class Mail {
    private static final String NUMBERS =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) ";

    private final Sql sql;

    Mail(Sql sql) {
        this.sql = sql;
    }

    /** So many entries of a run's log, all like this one. */
    void messages(Append like, int count) throws SQLException {
        var run = like.run();
        sql.update(
                "INSERT INTO messages (space, run_id, message_id, seq, kind, created_at, checksum,"
                        + " digest, body) "
                        + NUMBERS
                        + "SELECT ?, ?, printf('msg_%022d', i), i, ?, ?, ?, ?, ? FROM n",
                count,
                run.space().value(),
                run.run().value(),
                like.line().message().kind(),
                System.currentTimeMillis(),
                like.line().checksum(),
                like.line().digest(),
                like.line().body());
        sql.update(
                "UPDATE runs SET head = ? WHERE space = ? AND run_id = ?",
                count,
                run.space().value(),
                run.run().value());
    }

    /**
     * Addresses to a recipient those entries for whose seq this holds; both are said in SQL, where
     * the seq is {@code i}.
     */
    void receipts(RunKey run, String recipient, int count, String which) throws SQLException {
        sql.update(
                "INSERT INTO receipts (space, run_id, recipient, seq, state, needs_ack) "
                        + NUMBERS
                        + "SELECT ?, ?, %s, i, 'queued', 0 FROM n WHERE %s"
                                .formatted(recipient, which),
                count,
                run.space().value(),
                run.run().value());
    }

    /** Everybody's places in everybody's inbox. */
    void inboxes() throws SQLException {
        sql.update(
                "INSERT INTO inbox (space, recipient, position, run_id, seq, attempt)"
                        + " SELECT space, recipient, row_number() OVER (PARTITION BY space,"
                        + " recipient ORDER BY run_id, seq), run_id, seq, 1 FROM receipts");
        sql.update(
                "INSERT INTO inbox_heads (space, recipient, head)"
                        + " SELECT space, recipient, max(position) FROM inbox"
                        + " GROUP BY space, recipient");
        sql.connection().commit();
    }
}
