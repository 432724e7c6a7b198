package dev.parley.store.table;

import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** What each agent, or {@code user}, has sent. */
public final class OutboxTable extends Table<OutboxTable.Row, OutboxTable.Row> {
    public static final OutboxTable TABLE = new OutboxTable();

    static final String BEFORE =
            """
            SELECT m.space, m.run_id, m.message_id, m.seq, m.kind, m.created_at, m.checksum,
                m.digest, m.body
            FROM outbox o
            JOIN messages m ON m.space = o.space AND m.run_id = o.run_id AND m.seq = o.seq
            WHERE o.space = ? AND o.sender = ? AND (o.created_at, o.run_id, o.seq) < (?, ?, ?)
            ORDER BY o.created_at DESC, o.run_id DESC, o.seq DESC LIMIT ?
            """;

    /** An entry of a log, and who sent it when. */
    public record Row(RunKey run, String sender, Instant createdAt, long seq) {}

    /** A place among the messages of one sender. */
    public record Place(Instant createdAt, String run, long seq) {
        /** After everything that was ever sent; {@code ~} sorts behind whatever begins an id. */
        public static final Place END = new Place(Instant.ofEpochMilli(Long.MAX_VALUE), "~", 0);
    }

    private OutboxTable() {
        super(
                "outbox",
                List.of("space", "sender", "created_at", "run_id", "seq"),
                Function.identity(),
                List.of(),
                true);
    }

    /** What somebody sent before a place, newest first. */
    public List<MessageTable.Row> before(
            Sql sql, Space space, String sender, Place place, int limit) throws SQLException {
        return sql.rowsWithin(
                MessageTable.PAGE_BYTES,
                row -> row.body().length(),
                BEFORE,
                MessageTable.TABLE::read,
                space.value(),
                sender,
                place.createdAt.toEpochMilli(),
                place.run,
                place.seq,
                limit);
    }

    public boolean hasSent(Sql sql, Space space, String sender) throws SQLException {
        return sql.row(
                        "SELECT 1 FROM outbox WHERE space = ? AND sender = ? LIMIT 1",
                        _ -> true,
                        space.value(),
                        sender)
                .isPresent();
    }

    @Override
    protected Object[] key(Row key) {
        return new Object[] {
            key.run.space().value(),
            key.sender,
            key.createdAt.toEpochMilli(),
            key.run.run().value(),
            key.seq
        };
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                RunKey.of(row.getString(1), row.getString(4)),
                row.getString(2),
                Instant.ofEpochMilli(row.getLong(3)),
                row.getLong(5));
    }
}
