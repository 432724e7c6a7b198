package dev.parley.store.table;

import dev.parley.bus.Topic;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is for each recipient in all its runs, in the order in which it was committed. */
public final class InboxTable extends Table<InboxTable.Key, InboxTable.Row> {
    public static final InboxTable TABLE = new InboxTable();

    static final String AFTER =
            """
            SELECT m.space, m.run_id, m.message_id, m.seq, m.kind, m.created_at, m.checksum,
                m.digest, m.body, i.position, i.attempt, r.state, r.acked_at
            FROM inbox i
            JOIN messages m ON m.space = i.space AND m.run_id = i.run_id AND m.seq = i.seq
            JOIN receipts r ON r.space = i.space AND r.run_id = i.run_id
                AND r.recipient = i.recipient AND r.seq = i.seq
            WHERE i.space = ? AND i.recipient = ? AND i.position > ?
            ORDER BY i.position LIMIT ?
            """;

    /** Positions have no gaps, so the range bounds how many are looked at. */
    static final String FIRST_QUEUED =
            """
            SELECT i.position, m.created_at FROM inbox i
            JOIN receipts r ON r.space = i.space AND r.run_id = i.run_id
                AND r.recipient = i.recipient AND r.seq = i.seq
            JOIN messages m ON m.space = i.space AND m.run_id = i.run_id AND m.seq = i.seq
            WHERE i.space = ? AND i.recipient = ? AND i.position > ? AND i.position <= ?
                AND r.state = 'queued'
            ORDER BY i.position LIMIT 1
            """;

    /** A place in an inbox. */
    public record Key(InboxKey inbox, long position) {}

    /**
     * The entry of a run's log that stands there.
     *
     * @param attempt how often it has been put into this inbox, this time included
     */
    public record Row(Key key, RunKey run, long seq, int attempt) {}

    /** An entry on its way to whoever the inbox belongs to. */
    public record Delivery(
            MessageTable.Row message,
            long position,
            int attempt,
            ReceiptState state,
            @Nullable Instant ackedAt) {}

    /** An entry that nobody was handed, and when it was added. */
    public record Queued(long position, Instant since) {}

    private InboxTable() {
        super(
                "inbox",
                List.of("space", "recipient", "position"),
                Row::key,
                List.of("run_id", "seq", "attempt"),
                true);
    }

    /** Will be added to. */
    public void touch(Touches touches, InboxKey inbox) {
        touches.lock(inbox.lock());
        touches.row(InboxHeadTable.TABLE, inbox);
    }

    /** Gives an entry the next place in its recipient's inbox; says which that is. */
    public long add(Tx tx, ReceiptTable.Key receipt, int attempt) throws SQLException {
        var inbox = new InboxKey(receipt.run().space(), receipt.recipient());
        tx.hold(inbox.lock());
        var heads = tx.rows(InboxHeadTable.TABLE);
        long position = heads.find(inbox).map(InboxHeadTable.Row::head).orElse(0L) + 1;
        heads.put(new InboxHeadTable.Row(inbox, position));
        tx.rows(this).put(new Row(new Key(inbox, position), receipt.run(), receipt.seq(), attempt));
        tx.wake(new Topic.Inbox(inbox.space(), inbox.recipient()));
        return position;
    }

    /** What follows a position, in order. */
    public List<Delivery> after(Sql sql, InboxKey inbox, long position, int limit)
            throws SQLException {
        return deliveries(sql, AFTER, inbox.space().value(), inbox.recipient(), position, limit);
    }

    /** What a query finds that asks for the same columns. */
    List<Delivery> deliveries(Sql sql, String query, Object... arguments) throws SQLException {
        return sql.rowsWithin(
                MessageTable.PAGE_BYTES,
                delivery -> delivery.message.body().length(),
                query,
                row ->
                        new Delivery(
                                MessageTable.TABLE.read(row),
                                row.getLong(10),
                                row.getInt(11),
                                Wire.read(ReceiptState.class, "state", row.getString(12)),
                                Columns.instant(row, 13)),
                arguments);
    }

    /** The first entry after a position, and up to another, that nobody was handed. */
    public Optional<Queued> firstQueued(Sql sql, InboxKey inbox, long after, long upTo)
            throws SQLException {
        return sql.row(
                FIRST_QUEUED,
                row -> new Queued(row.getLong(1), Instant.ofEpochMilli(row.getLong(2))),
                inbox.space().value(),
                inbox.recipient(),
                after,
                upTo);
    }

    /** Rows of all inboxes after a place, in the order of their keys. */
    public List<Row> page(Sql sql, String space, String recipient, long position, int limit)
            throws SQLException {
        return sql.rows(
                "SELECT space, recipient, position, run_id, seq, attempt FROM inbox"
                        + " WHERE (space, recipient, position) > (?, ?, ?)"
                        + " ORDER BY space, recipient, position LIMIT ?",
                this::read,
                space,
                recipient,
                position,
                limit);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.inbox.space().value(), key.inbox.recipient(), key.position};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(
                        new InboxKey(new Space(row.getString(1)), row.getString(2)),
                        row.getLong(3)),
                RunKey.of(row.getString(1), row.getString(4)),
                row.getLong(5),
                row.getInt(6));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(4, row.run.run().value());
        statement.setLong(5, row.seq);
        statement.setInt(6, row.attempt);
    }
}
