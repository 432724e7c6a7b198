package dev.parley.store.table;

import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The logs of all runs; rows are added and never changed. */
public final class MessageTable extends Table<MessageTable.Key, MessageTable.Row> {
    public static final MessageTable TABLE = new MessageTable();

    /** A page ends with the row that reaches this many bytes, however few rows that is. */
    static final long PAGE_BYTES = 192L << 10;

    static final String FOR_RECIPIENT =
            """
            SELECT m.space, m.run_id, m.message_id, m.seq, m.kind, m.created_at, m.checksum,
                m.digest, m.body, r.state
            FROM receipts r
            JOIN messages m ON m.space = r.space AND m.run_id = r.run_id AND m.seq = r.seq
            WHERE r.space = ? AND r.run_id = ? AND r.recipient = ? AND r.seq > ?
            ORDER BY r.seq LIMIT ?
            """;

    private static final String COLUMNS =
            "space, run_id, message_id, seq, kind, created_at, checksum, digest, body";
    private static final String IN_RUN = " FROM messages WHERE space = ? AND run_id = ?";

    static final String BEFORE =
            "SELECT " + COLUMNS + IN_RUN + " AND seq < ? ORDER BY seq DESC LIMIT ?";

    static final String FIRST =
            "SELECT m.run_id, "
                    + Line.SUMMARY
                    + " FROM messages m WHERE m.space = ? AND m.run_id IN ("
                    + Handfuls.MARKS
                    + ") AND m.seq = 1";

    static final String LAST_SPOKEN =
            "SELECT "
                    + Line.COLUMNS
                    + " FROM runs r JOIN messages m ON m.space = r.space"
                    + " AND m.run_id = r.run_id AND m.seq = r.spoken"
                    + " WHERE r.space = ? AND r.run_id IN ("
                    + Handfuls.MARKS
                    + ")";

    /** A message within its run. */
    public record Key(RunKey run, MessageId message) {}

    /**
     * One log entry.
     *
     * @param checksum over id, kind and body; tells whether the row is still what was written
     * @param digest over the sender and what it sent; tells a repetition from a clash
     * @param body the remaining fields of the envelope, as JSON
     */
    // Rows are compared by nobody; the array is written once and never handed out for changing.
    @SuppressWarnings("ArrayRecordComponent")
    public record Row(
            Key key,
            long seq,
            String kind,
            Instant createdAt,
            long checksum,
            byte[] digest,
            String body) {}

    /** An entry on its way to a recipient. */
    public record Delivery(Row message, ReceiptState state) {}

    private MessageTable() {
        super(
                "messages",
                List.of("space", "run_id", "message_id"),
                Row::key,
                List.of("seq", "kind", "created_at", "checksum", "digest", "body"),
                true);
    }

    /** The entries after a seq, in order. */
    public List<Row> after(Sql sql, RunKey run, long seq, int limit) throws SQLException {
        return sql.rowsWithin(
                PAGE_BYTES,
                row -> row.body.length(),
                "SELECT " + COLUMNS + IN_RUN + " AND seq > ? ORDER BY seq LIMIT ?",
                row -> read(row, run),
                run.space().value(),
                run.run().value(),
                seq,
                limit);
    }

    /** The entries before a seq, newest first. */
    public List<Row> before(Sql sql, RunKey run, long seq, int limit) throws SQLException {
        return sql.rowsWithin(
                PAGE_BYTES,
                row -> row.body.length(),
                BEFORE,
                row -> read(row, run),
                run.space().value(),
                run.run().value(),
                seq,
                limit);
    }

    /** The first words of each of some runs that have some. */
    public Map<RunId, String> first(Sql sql, Space space, List<RunId> runs) throws SQLException {
        var found = new HashMap<RunId, String>();
        Handfuls.each(
                sql,
                FIRST,
                space,
                runs,
                row -> {
                    var run = new RunId(row.getString(1));
                    found.put(run, row.getString(2));
                    return run;
                });
        return found;
    }

    /** The newest entry of each of some runs that is no bookkeeping. */
    public Map<RunId, Line> lastSpoken(Sql sql, Space space, List<RunId> runs) throws SQLException {
        var found = new HashMap<RunId, Line>();
        Handfuls.each(
                sql,
                LAST_SPOKEN,
                space,
                runs,
                row -> {
                    var line = Line.read(row);
                    found.put(line.run(), line);
                    return line;
                });
        return found;
    }

    /** A run's entries of one kind, in order; looks at the whole log. */
    public List<Row> ofKind(Sql sql, RunKey run, String kind) throws SQLException {
        return sql.rows(
                "SELECT " + COLUMNS + IN_RUN + " AND kind = ? ORDER BY seq",
                row -> read(row, run),
                run.space().value(),
                run.run().value(),
                kind);
    }

    /** The next of them after a seq, as many as fit on a page. */
    public List<Row> ofKindAfter(Sql sql, RunKey run, String kind, long seq, int limit)
            throws SQLException {
        return sql.rowsWithin(
                PAGE_BYTES,
                row -> row.body.length(),
                "SELECT " + COLUMNS + IN_RUN + " AND kind = ? AND seq > ? ORDER BY seq LIMIT ?",
                row -> read(row, run),
                run.space().value(),
                run.run().value(),
                kind,
                seq,
                limit);
    }

    /** The entry with this seq. */
    public Optional<Row> at(Sql sql, RunKey run, long seq) throws SQLException {
        return after(sql, run, seq - 1, 1).stream().filter(row -> row.seq == seq).findFirst();
    }

    public Optional<Row> find(Sql sql, Key key) throws SQLException {
        return sql.row("SELECT " + COLUMNS + IN_RUN + " AND message_id = ?", this::read, key(key));
    }

    /** The seq of an entry; 0 when there is none. */
    public long seq(Sql sql, Key key) throws SQLException {
        return sql.number("SELECT seq" + IN_RUN + " AND message_id = ?", key(key));
    }

    /** The entries after a seq that are for a recipient, with what became of them so far. */
    public List<Delivery> forRecipient(Sql sql, RunKey run, String recipient, long seq, int limit)
            throws SQLException {
        return sql.rowsWithin(
                PAGE_BYTES,
                delivery -> delivery.message.body.length(),
                FOR_RECIPIENT,
                row ->
                        new Delivery(
                                read(row),
                                Wire.read(ReceiptState.class, "state", row.getString(10))),
                run.space().value(),
                run.run().value(),
                recipient,
                seq,
                limit);
    }

    /** How many messages of one kind there are, and how many bytes their bodies take. */
    public record Sum(String kind, long messages, long bytes) {}

    /** Sums over all spaces, the largest first; looks at every message. */
    public List<Sum> sums(Sql sql) throws SQLException {
        return sql.rows(
                "SELECT kind, count(*), sum(length(body)) FROM messages GROUP BY kind ORDER BY 3 DESC",
                row -> new Sum(row.getString(1), row.getLong(2), row.getLong(3)));
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.run.space().value(), key.run.run().value(), key.message.value()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return read(row, RunKey.of(row.getString(1), row.getString(2)));
    }

    /** A row of a run that is known already, which spares a page to make the same key each time. */
    private static Row read(ResultSet row, RunKey run) throws SQLException {
        return new Row(
                new Key(run, new MessageId(row.getString(3))),
                row.getLong(4),
                row.getString(5),
                Instant.ofEpochMilli(row.getLong(6)),
                row.getLong(7),
                row.getBytes(8),
                row.getString(9));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(4, row.seq);
        statement.setString(5, row.kind);
        statement.setLong(6, row.createdAt.toEpochMilli());
        statement.setLong(7, row.checksum);
        statement.setBytes(8, row.digest);
        statement.setString(9, row.body);
    }
}
