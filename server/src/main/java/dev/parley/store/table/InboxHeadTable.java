package dev.parley.store.table;

import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The newest position of each inbox. */
public final class InboxHeadTable extends Table<InboxKey, InboxHeadTable.Row> {
    public static final InboxHeadTable TABLE = new InboxHeadTable();

    /** How many entries an inbox has ever had. */
    public record Row(InboxKey key, long head) {}

    private InboxHeadTable() {
        super("inbox_heads", List.of("space", "recipient"), Row::key, List.of("head"), false);
    }

    /** The newest position; 0 when nothing has ever come. */
    public long head(Sql sql, InboxKey inbox) throws SQLException {
        return sql.number(
                "SELECT head FROM inbox_heads WHERE space = ? AND recipient = ?", key(inbox));
    }

    /** Those after a space and recipient, in the order of their keys. */
    public List<Row> page(Sql sql, String space, String recipient, int limit) throws SQLException {
        return sql.rows(
                "SELECT space, recipient, head FROM inbox_heads"
                        + " WHERE (space, recipient) > (?, ?) ORDER BY space, recipient LIMIT ?",
                this::read,
                space,
                recipient,
                limit);
    }

    @Override
    protected boolean isRemembered() {
        return true;
    }

    @Override
    protected Object[] key(InboxKey key) {
        return new Object[] {key.space().value(), key.recipient()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(new InboxKey(new Space(row.getString(1)), row.getString(2)), row.getLong(3));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(3, row.head);
    }
}
