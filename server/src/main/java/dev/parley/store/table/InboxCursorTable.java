package dev.parley.store.table;

import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** How far each reader of an inbox has committed. */
public final class InboxCursorTable extends Table<InboxCursorTable.Key, InboxCursorTable.Row> {
    public static final InboxCursorTable TABLE = new InboxCursorTable();

    static final String FURTHEST =
            "SELECT coalesce(max(position), 0) FROM inbox_cursors"
                    + " WHERE space = ? AND recipient = ?";

    /** A reader; an agent that names no instance is the one called {@code ""}. */
    public record Key(InboxKey inbox, String instance) {}

    /** The position up to which it has everything. */
    public record Row(Key key, long position) {}

    private InboxCursorTable() {
        super(
                "inbox_cursors",
                List.of("space", "recipient", "instance"),
                Row::key,
                List.of("position"),
                false);
    }

    /** Where a reader stands; 0 when it has never committed. */
    public long position(Sql sql, Key reader) throws SQLException {
        return sql.number(
                "SELECT position FROM inbox_cursors"
                        + " WHERE space = ? AND recipient = ? AND instance = ?",
                key(reader));
    }

    /** Where that of an inbox's readers stands who has come furthest. */
    public long furthest(Sql sql, InboxKey inbox) throws SQLException {
        return sql.number(FURTHEST, inbox.space().value(), inbox.recipient());
    }

    /** Readers who stand beyond the end of their inbox, up to a limit. */
    public List<Row> ahead(Sql sql, int limit) throws SQLException {
        return sql.rows(
                "SELECT c.space, c.recipient, c.instance, c.position FROM inbox_cursors c"
                        + " LEFT JOIN inbox_heads h"
                        + " ON h.space = c.space AND h.recipient = c.recipient"
                        + " WHERE c.position > coalesce(h.head, 0) LIMIT ?",
                this::read,
                limit);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.inbox.space().value(), key.inbox.recipient(), key.instance};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(
                        new InboxKey(new Space(row.getString(1)), row.getString(2)),
                        row.getString(3)),
                row.getLong(4));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(4, row.position);
    }
}
