package dev.parley.store.table;

import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** What a recipient has got a digest of and not the whole; its receipt is the key. */
public final class UnreadTable extends Table<ReceiptTable.Key, UnreadTable.Row> {
    public static final UnreadTable TABLE = new UnreadTable();

    static final String UP_TO =
            """
            SELECT u.space, u.recipient, u.run_id, u.seq, u.position, u.digest, r.acked_at
            FROM inbox_unread u JOIN receipts r ON r.space = u.space AND r.run_id = u.run_id
                AND r.recipient = u.recipient AND r.seq = u.seq
            WHERE u.space = ? AND u.recipient = ? AND u.position <= ?
            ORDER BY u.position LIMIT ?
            """;
    static final String AFTER =
            """
            SELECT space, recipient, run_id, seq, position, digest FROM inbox_unread
            WHERE space = ? AND recipient = ? AND position > ? ORDER BY position LIMIT ?
            """;

    /** Of these only what one instance holds. */
    private static final String HELD_BY =
            " AND EXISTS (SELECT 1 FROM inbox_held h WHERE h.space = u.space"
                    + " AND h.recipient = u.recipient AND h.run_id = u.run_id AND h.seq = u.seq"
                    + " AND h.instance = ?) ORDER BY";

    static final String UP_TO_OF = UP_TO.replace("ORDER BY", HELD_BY);
    static final String AFTER_OF =
            AFTER.replace("FROM inbox_unread", "FROM inbox_unread u").replace("ORDER BY", HELD_BY);

    static final String COUNT =
            "SELECT count(*) FROM (SELECT 1 FROM inbox_unread"
                    + " WHERE space = ? AND recipient = ? AND position <= ? LIMIT ?) AS told";

    /**
     * One of them.
     *
     * @param digest what its recipient was told of it, as JSON
     */
    public record Row(ReceiptTable.Key key, long position, String digest) {}

    /** One of them, and whether its recipient has acked it without asking for more. */
    public record Listed(Row row, boolean isAcked) {}

    private UnreadTable() {
        super(
                "inbox_unread",
                List.of("space", "recipient", "run_id", "seq"),
                Row::key,
                List.of("position", "digest"),
                false);
    }

    /** Those up to a position, in its order. */
    public List<Listed> upTo(Sql sql, InboxKey inbox, long position, int limit)
            throws SQLException {
        return sql.rows(
                UP_TO,
                row -> new Listed(read(row), Columns.instant(row, 7) != null),
                inbox.space().value(),
                inbox.recipient(),
                position,
                limit);
    }

    /** Which there are after a position, in its order. */
    public List<ReceiptTable.Key> after(Sql sql, InboxKey inbox, long position, int limit)
            throws SQLException {
        return sql.rows(
                AFTER,
                row -> read(row).key,
                inbox.space().value(),
                inbox.recipient(),
                position,
                limit);
    }

    /** Those up to a position that one instance holds. */
    public List<Listed> upTo(Sql sql, InboxCursorTable.Key reader, long position, int limit)
            throws SQLException {
        return sql.rows(
                UP_TO_OF,
                row -> new Listed(read(row), Columns.instant(row, 7) != null),
                reader.inbox().space().value(),
                reader.inbox().recipient(),
                position,
                reader.instance(),
                limit);
    }

    /** Which of those after a position one instance holds. */
    public List<ReceiptTable.Key> after(
            Sql sql, InboxCursorTable.Key reader, long position, int limit) throws SQLException {
        return sql.rows(
                AFTER_OF,
                row -> read(row).key,
                reader.inbox().space().value(),
                reader.inbox().recipient(),
                position,
                reader.instance(),
                limit);
    }

    /** How many there are up to a position, as far as a limit. */
    public int count(Sql sql, InboxKey inbox, long position, int limit) throws SQLException {
        return (int) sql.number(COUNT, inbox.space().value(), inbox.recipient(), position, limit);
    }

    public boolean has(Sql sql, ReceiptTable.Key key) throws SQLException {
        return sql.number(
                        "SELECT 1 FROM inbox_unread"
                                + " WHERE space = ? AND recipient = ? AND run_id = ? AND seq = ?",
                        key(key))
                == 1;
    }

    @Override
    protected Object[] key(ReceiptTable.Key key) {
        return new Object[] {
            key.run().space().value(), key.recipient(), key.run().run().value(), key.seq()
        };
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        var run = RunKey.of(row.getString(1), row.getString(3));
        return new Row(
                new ReceiptTable.Key(run, row.getString(2), row.getLong(4)),
                row.getLong(5),
                row.getString(6));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(5, row.position);
        statement.setString(6, row.digest);
    }
}
