package dev.parley.store.table;

import dev.parley.protocol.InstanceId;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What instances of agents were given and have not done with; its receipt is the key. */
public final class HeldTable extends Table<ReceiptTable.Key, HeldTable.Row> {
    public static final HeldTable TABLE = new HeldTable();

    private static final String COLUMNS =
            "h.space, h.recipient, h.run_id, h.seq, h.instance, h.position, h.bound";

    /** What an instance holds, as it stands in the inbox. */
    static final String DELIVERIES =
            """
            SELECT m.space, m.run_id, m.message_id, m.seq, m.kind, m.created_at, m.checksum,
                m.digest, m.body, i.position, i.attempt, r.state, r.acked_at
            FROM inbox_held h
            JOIN inbox i ON i.space = h.space AND i.recipient = h.recipient
                AND i.position = h.position
            JOIN messages m ON m.space = h.space AND m.run_id = h.run_id AND m.seq = h.seq
            JOIN receipts r ON r.space = h.space AND r.run_id = h.run_id
                AND r.recipient = h.recipient AND r.seq = h.seq
            WHERE h.space = ? AND h.recipient = ? AND h.instance = ? AND h.position > ?
            ORDER BY h.position LIMIT ?
            """;

    private static final String GONE =
            " LEFT JOIN instances i ON i.space = h.space AND i.agent = h.recipient"
                    + " AND i.instance = h.instance WHERE h.bound = 0"
                    + " AND (i.instance IS NULL OR i.state = 'end' OR i.last_seen <= ?)";

    /** Begins with those who are gone, of whom each has its part of the index. */
    static final String LEFT_BEHIND =
            "SELECT "
                    + COLUMNS
                    + " FROM instances i CROSS JOIN inbox_held h WHERE h.space = i.space"
                    + " AND h.recipient = i.agent AND h.instance = i.instance"
                    + " AND h.bound = 0 AND (i.state = 'end' OR i.last_seen <= ?)"
                    + " AND EXISTS (SELECT 1 FROM instances o WHERE o.space = i.space"
                    + " AND o.agent = i.agent AND o.instance <> i.instance"
                    + " AND o.state <> 'end' AND o.last_seen > ?) LIMIT ?";

    static final String ELSEWHERE =
            "SELECT COUNT(*) FROM (SELECT 1 FROM inbox_held WHERE space = ? AND recipient = ?"
                    + " AND instance <> ? AND bound = 0 LIMIT ?) AS page";

    /** What is held, in the order of its keys, and what became of it. */
    static final String PAGE =
            "SELECT "
                    + COLUMNS
                    + ", r.acked_at, r.state FROM inbox_held h"
                    + " JOIN receipts r ON r.space = h.space AND r.run_id = h.run_id"
                    + " AND r.recipient = h.recipient AND r.seq = h.seq"
                    + " WHERE (h.space, h.recipient, h.run_id, h.seq) > (?, ?, ?, ?)"
                    + " ORDER BY h.space, h.recipient, h.run_id, h.seq LIMIT ?";

    /**
     * One of them.
     *
     * @param position where it stands in the inbox
     * @param bound whether it is addressed to this instance, so that no other may have it
     */
    public record Row(ReceiptTable.Key key, InstanceId instance, long position, boolean bound) {
        public Row at(long place) {
            return new Row(key, instance, place, bound);
        }
    }

    private HeldTable() {
        super(
                "inbox_held",
                List.of("space", "recipient", "run_id", "seq"),
                Row::key,
                List.of("instance", "position", "bound"),
                false);
    }

    public Optional<Row> find(Sql sql, ReceiptTable.Key key) throws SQLException {
        return sql.row(
                "SELECT "
                        + COLUMNS
                        + " FROM inbox_held h WHERE space = ? AND recipient = ? AND run_id = ?"
                        + " AND seq = ?",
                this::read,
                key(key));
    }

    /** What an instance holds after a position of the inbox, in order. */
    public List<InboxTable.Delivery> deliveries(
            Sql sql, InboxCursorTable.Key reader, long position, int limit) throws SQLException {
        return InboxTable.TABLE.deliveries(
                sql,
                DELIVERIES,
                reader.inbox().space().value(),
                reader.inbox().recipient(),
                reader.instance(),
                position,
                limit);
    }

    /** The last position that an instance holds; 0 for none. */
    public long last(Sql sql, InboxCursorTable.Key reader) throws SQLException {
        return sql.number(
                "SELECT max(position) FROM inbox_held"
                        + " WHERE space = ? AND recipient = ? AND instance = ?",
                reader.inbox().space().value(),
                reader.inbox().recipient(),
                reader.instance());
    }

    /** What an instance holds between two positions, the first excluded, in order. */
    public List<Row> between(Sql sql, InboxCursorTable.Key reader, long after, long upTo, int limit)
            throws SQLException {
        return sql.rows(
                "SELECT "
                        + COLUMNS
                        + " FROM inbox_held h WHERE space = ? AND recipient = ? AND instance = ?"
                        + " AND position > ? AND position <= ? ORDER BY position LIMIT ?",
                this::read,
                reader.inbox().space().value(),
                reader.inbox().recipient(),
                reader.instance(),
                after,
                upTo,
                limit);
    }

    /** What an instance holds of one run up to a seq. */
    public List<Row> ofRun(Sql sql, RunKey run, InboxCursorTable.Key reader, long upTo, int limit)
            throws SQLException {
        return sql.rows(
                "SELECT "
                        + COLUMNS
                        + " FROM inbox_held h WHERE space = ? AND recipient = ? AND run_id = ?"
                        + " AND seq <= ? AND instance = ? ORDER BY seq LIMIT ?",
                this::read,
                run.space().value(),
                reader.inbox().recipient(),
                run.run().value(),
                upTo,
                reader.instance(),
                limit);
    }

    /** How much others than an instance hold of what it could have as well, up to a limit. */
    public int elsewhere(Sql sql, InboxCursorTable.Key reader, int limit) throws SQLException {
        return sql.row(
                        ELSEWHERE,
                        row -> row.getInt(1),
                        reader.inbox().space().value(),
                        reader.inbox().recipient(),
                        reader.instance(),
                        limit)
                .orElse(0);
    }

    /** What instances of an agent hold that were not seen since a moment of hub time. */
    public List<Row> leftBehind(Sql sql, InboxKey inbox, long since, int limit)
            throws SQLException {
        return sql.rows(
                "SELECT "
                        + COLUMNS
                        + " FROM inbox_held h"
                        + GONE
                        + " AND h.space = ? AND h.recipient = ? ORDER BY h.position LIMIT ?",
                this::read,
                since,
                inbox.space().value(),
                inbox.recipient(),
                limit);
    }

    /** The same of all agents that have another instance which was seen since. */
    public List<Row> leftBehind(Sql sql, long since, int limit) throws SQLException {
        return sql.rows(LEFT_BEHIND, this::read, since, since, limit);
    }

    /** One of them, and whether nobody needs it any more. */
    public record Swept(Row row, boolean isDone) {}

    /** All after a key, or from the first on, in order. */
    public List<Swept> page(Sql sql, ReceiptTable.@Nullable Key after, int limit)
            throws SQLException {
        return sql.rows(
                PAGE,
                row ->
                        new Swept(
                                read(row),
                                Columns.instant(row, 8) != null
                                        || Wire.read(ReceiptState.class, "state", row.getString(9))
                                                .isFinal()),
                after == null ? "" : after.run().space().value(),
                after == null ? "" : after.recipient(),
                after == null ? "" : after.run().run().value(),
                after == null ? 0L : after.seq(),
                limit);
    }

    @Override
    protected Object[] key(ReceiptTable.Key key) {
        return UnreadTable.TABLE.key(key);
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        var run = RunKey.of(row.getString(1), row.getString(3));
        return new Row(
                new ReceiptTable.Key(run, row.getString(2), row.getLong(4)),
                new InstanceId(row.getString(5)),
                row.getLong(6),
                row.getLong(7) == 1);
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(5, row.instance.value());
        statement.setLong(6, row.position);
        statement.setLong(7, row.bound ? 1 : 0);
    }
}
