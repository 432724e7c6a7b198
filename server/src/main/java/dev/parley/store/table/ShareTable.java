package dev.parley.store.table;

import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The inboxes that several instances of their agents read, and how far they are shared out. */
public final class ShareTable extends Table<InboxKey, ShareTable.Row> {
    public static final ShareTable TABLE = new ShareTable();

    /**
     * How far one is.
     *
     * @param frontier up to here each entry is somebody's, or done with
     * @param since when it was first shared: what was handed out before, went to the one instance
     *     that has no name
     */
    public record Row(InboxKey key, long frontier, Instant since) {}

    private ShareTable() {
        super(
                "inbox_shares",
                List.of("space", "recipient"),
                Row::key,
                List.of("frontier", "since"),
                false);
    }

    public Optional<Row> find(Sql sql, InboxKey inbox) throws SQLException {
        return sql.row(
                "SELECT space, recipient, frontier, since FROM inbox_shares"
                        + " WHERE space = ? AND recipient = ?",
                this::read,
                key(inbox));
    }

    @Override
    protected Object[] key(InboxKey key) {
        return new Object[] {key.space().value(), key.recipient()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new InboxKey(new Space(row.getString(1)), row.getString(2)),
                row.getLong(3),
                Instant.ofEpochMilli(row.getLong(4)));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(3, row.frontier);
        statement.setLong(4, row.since.toEpochMilli());
    }
}
