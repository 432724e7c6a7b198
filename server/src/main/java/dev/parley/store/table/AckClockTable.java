package dev.parley.store.table;

import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How long whoever was handed a message may still take to ack it; its receipt is the key. */
public final class AckClockTable extends Table<ReceiptTable.Key, AckClockTable.Row> {
    private static final List<String> REST = List.of("missed", "handed", "due", "rest");
    private static final String SELECT =
            "SELECT space, run_id, recipient, seq, " + String.join(", ", REST) + " FROM ack_clocks";

    public static final AckClockTable TABLE = new AckClockTable();

    static final String DUE = SELECT + " WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT ?";

    static final String TO_HAND =
            """
            SELECT m.space, m.run_id, m.message_id, m.seq, m.kind, m.created_at, m.checksum,
                m.digest, m.body
            FROM ack_clocks c
            JOIN messages m ON m.space = c.space AND m.run_id = c.run_id AND m.seq = c.seq
            JOIN receipts r ON r.space = c.space AND r.run_id = c.run_id
                AND r.recipient = c.recipient AND r.seq = c.seq
            WHERE c.space = ? AND c.run_id = ? AND c.recipient = ? AND c.seq > ? AND c.seq <= ?
                AND c.handed = 0 AND r.acked_at IS NULL AND r.state IN ('queued', 'delivered')
            ORDER BY c.seq LIMIT ?
            """;

    /**
     * One clock: it runs, stands still while its run is paused, or has not begun.
     *
     * @param missed how often it was handed over, and its time was over or whoever had it gone
     * @param handed whether it was handed over since it was last put into the inbox
     * @param due the moment of hub time at which the time is over, while the clock runs
     * @param rest how many milliseconds are left, while it stands still
     */
    public record Row(
            ReceiptTable.Key key,
            int missed,
            boolean handed,
            @Nullable Long due,
            @Nullable Long rest) {
        /** A message that was handed over for the first time. */
        public static Row first(ReceiptTable.Key key) {
            return new Row(key, 0, true, null, null);
        }

        /** Has somebody look at all that nobody has acked in a run that was cancelled. */
        public static Row ofCancelled(RunKey run) {
            return new Row(new ReceiptTable.Key(run, "", 0), 0, true, 0L, null);
        }

        public boolean isOfCancelled() {
            return key.recipient().isEmpty();
        }

        public boolean isDue(long now) {
            return due != null && due <= now;
        }

        public Row due(long at) {
            return new Row(key, missed, handed, at, null);
        }

        public Row standing(long left) {
            return new Row(key, missed, handed, null, left);
        }

        public Row stopped() {
            return new Row(key, missed, handed, null, null);
        }

        public Row missedOnce() {
            return new Row(key, missed + 1, handed, due, rest);
        }

        /** To be handed over once more. */
        public Row toHand() {
            return new Row(key, missed, false, due, rest);
        }

        public Row handedOver() {
            return new Row(key, missed, true, due, rest);
        }
    }

    private AckClockTable() {
        super("ack_clocks", List.of("space", "run_id", "recipient", "seq"), Row::key, REST, false);
    }

    public Optional<Row> find(Sql sql, ReceiptTable.Key key) throws SQLException {
        return sql.row(
                SELECT + " WHERE space = ? AND run_id = ? AND recipient = ? AND seq = ?",
                this::read,
                key(key));
    }

    /** Whose time is over, the longest overdue first. */
    public List<Row> due(Sql sql, long now, int limit) throws SQLException {
        return sql.rows(DUE, this::read, now, limit);
    }

    /** Has those of a run stand still that run, each with what is left to it. */
    public void stop(Sql sql, RunKey run, long now) throws SQLException {
        sql.update(
                "UPDATE ack_clocks SET rest = CASE WHEN due > ? THEN due - ? ELSE 0 END, due = NULL"
                        + " WHERE space = ? AND run_id = ? AND due IS NOT NULL",
                now,
                now,
                run.space().value(),
                run.run().value());
    }

    /** Has those of a run go on that stand still. */
    public void goOn(Sql sql, RunKey run, long now) throws SQLException {
        sql.update(
                "UPDATE ack_clocks SET due = rest + ?, rest = NULL"
                        + " WHERE space = ? AND run_id = ? AND rest IS NOT NULL",
                now,
                run.space().value(),
                run.run().value());
    }

    /** What is to be handed to somebody anew of a run's log between two seqs, in its order. */
    public List<MessageTable.Row> toHand(
            Sql sql, RunKey run, String recipient, long after, long upTo, int limit)
            throws SQLException {
        return sql.rowsWithin(
                MessageTable.PAGE_BYTES,
                message -> message.body().length(),
                TO_HAND,
                MessageTable.TABLE::read,
                run.space().value(),
                run.run().value(),
                recipient,
                after,
                upTo,
                limit);
    }

    @Override
    protected Object[] key(ReceiptTable.Key key) {
        return ReceiptTable.TABLE.key(key);
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new ReceiptTable.Key(
                        RunKey.of(row.getString(1), row.getString(2)),
                        row.getString(3),
                        row.getLong(4)),
                row.getInt(5),
                row.getInt(6) == 1,
                Columns.number(row, 7),
                Columns.number(row, 8));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setInt(5, row.missed);
        statement.setInt(6, row.handed ? 1 : 0);
        Columns.bind(statement, 7, row.due);
        Columns.bind(statement, 8, row.rest);
    }
}
