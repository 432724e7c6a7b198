package dev.parley.store.table;

import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What became of each message for each of its recipients. */
public final class ReceiptTable extends Table<ReceiptTable.Key, ReceiptTable.Row> {
    public static final ReceiptTable TABLE = new ReceiptTable();

    /** Takes a page of the open ones before it looks at any message. */
    static final String PENDING_ACKS =
            """
            SELECT message_id FROM messages WHERE space = ? AND run_id = ? AND seq IN (
                SELECT DISTINCT seq FROM receipts
                WHERE space = ? AND run_id = ? AND needs_ack = 1 AND acked_at IS NULL
                AND state IN ('queued', 'delivered')
                ORDER BY seq LIMIT ?)
            ORDER BY seq
            """;

    /** What a broadcast became; takes those it may have reached from the run's participants. */
    static final String OF_BROADCAST =
            """
            SELECT DISTINCT r.space, r.run_id, r.recipient, r.seq, r.state, r.needs_ack,
                r.delivered_at, r.acked_at, r.position
            FROM participants p JOIN receipts r ON r.space = p.space AND r.run_id = p.run_id
                AND r.recipient = p.agent AND r.seq = ?
            WHERE p.space = ? AND p.run_id = ? ORDER BY r.recipient
            """;

    static final String BETWEEN =
            """
            SELECT space, run_id, recipient, seq, state, needs_ack, delivered_at, acked_at, position
            FROM receipts WHERE space = ? AND run_id = ? AND recipient = ? AND seq BETWEEN ? AND ?
            ORDER BY seq LIMIT ?
            """;

    /** A recipient of a message: an agent's name, or {@code user}. */
    public record Key(RunKey run, String recipient, long seq) {}

    /**
     * How far it has come with that recipient.
     *
     * @param position where it stands in the recipient's inbox since it was last put there
     */
    public record Row(
            Key key,
            ReceiptState state,
            boolean needsAck,
            @Nullable Instant deliveredAt,
            @Nullable Instant ackedAt,
            long position) {
        public static Row queued(Key key, boolean needsAck, long position) {
            return new Row(key, ReceiptState.QUEUED, needsAck, null, null, position);
        }

        /** Stands elsewhere in the inbox from now on. */
        public Row at(long place) {
            return new Row(key, state, needsAck, deliveredAt, ackedAt, place);
        }

        private Row as(ReceiptState now) {
            return new Row(key, now, needsAck, deliveredAt, ackedAt, position);
        }

        /** To be delivered once more, as if it never had been. */
        public Row requeued() {
            return as(ReceiptState.QUEUED);
        }

        /** Nobody will ack it any more. */
        public Row dead() {
            return as(ReceiptState.DEAD);
        }

        public Row delivered(Instant at) {
            return new Row(key, ReceiptState.DELIVERED, needsAck, at, ackedAt, position);
        }

        /** Whether nobody needs it any more. */
        public boolean isDone() {
            return ackedAt != null || state.isFinal();
        }

        /** Whether its recipient need not, or no longer will, ack it. */
        public boolean isSettled() {
            return !needsAck || ackedAt != null || state.isFinal();
        }

        /** A reply acks. */
        public Row answered(Instant at) {
            return new Row(
                    key,
                    ReceiptState.ANSWERED,
                    needsAck,
                    deliveredAt,
                    ackedAt == null ? at : ackedAt,
                    position);
        }

        /** Nobody replied; an ack that came stays. */
        public Row timedOut() {
            return as(ReceiptState.TIMED_OUT);
        }

        public Row acked(Instant at) {
            return new Row(key, ReceiptState.ACKED, needsAck, deliveredAt, at, position);
        }
    }

    private ReceiptTable() {
        super(
                "receipts",
                List.of("space", "run_id", "recipient", "seq"),
                Row::key,
                List.of("state", "needs_ack", "delivered_at", "acked_at", "position"),
                false);
    }

    public Optional<Row> find(Sql sql, Key key) throws SQLException {
        return page(sql, key.run, key.recipient, key.seq - 1, 1).stream()
                .filter(row -> row.key.equals(key))
                .findFirst();
    }

    /** Those of one run after a recipient and seq, in the order of their keys. */
    public List<Row> page(Sql sql, RunKey run, String recipient, long seq, int limit)
            throws SQLException {
        return sql.rows(
                "SELECT space, run_id, recipient, seq, state, needs_ack, delivered_at, acked_at, position"
                        + " FROM receipts WHERE space = ? AND run_id = ?"
                        + " AND (recipient, seq) > (?, ?) ORDER BY recipient, seq LIMIT ?",
                this::read,
                run.space().value(),
                run.run().value(),
                recipient,
                seq,
                limit);
    }

    /** Those of one recipient between two seqs, in order. */
    public List<Row> between(Sql sql, RunKey run, String recipient, long from, long to, int limit)
            throws SQLException {
        return sql.rows(
                BETWEEN,
                this::read,
                run.space().value(),
                run.run().value(),
                recipient,
                from,
                to,
                limit);
    }

    /** How many messages of a run nobody has handed to a recipient yet, up to a thousand. */
    public long queued(Sql sql, RunKey run, String recipient) throws SQLException {
        return sql.number(
                "SELECT count(*) FROM (SELECT 1 FROM receipts WHERE space = ? AND run_id = ?"
                        + " AND recipient = ? AND state = 'queued' ORDER BY seq DESC LIMIT 1000) q",
                run.space().value(),
                run.run().value(),
                recipient);
    }

    /** Those of one broadcast, by recipient. */
    public List<Row> ofBroadcast(Sql sql, RunKey run, long seq) throws SQLException {
        return sql.rows(OF_BROADCAST, this::read, seq, run.space().value(), run.run().value());
    }

    /** Those of a run that still wait for an ack, oldest first. */
    public List<Row> unacked(Sql sql, RunKey run, int limit) throws SQLException {
        return sql.rows(
                "SELECT space, run_id, recipient, seq, state, needs_ack, delivered_at, acked_at, position"
                        + " FROM receipts WHERE space = ? AND run_id = ? AND needs_ack = 1"
                        + " AND acked_at IS NULL AND state IN ('queued', 'delivered')"
                        + " ORDER BY seq LIMIT ?",
                this::read,
                run.space().value(),
                run.run().value(),
                limit);
    }

    /** Receipts, up to a limit, of which the inbox knows nothing at their position. */
    public List<Key> misplaced(Sql sql, int limit) throws SQLException {
        return sql.rows(
                """
                SELECT r.space, r.run_id, r.recipient, r.seq FROM receipts r LEFT JOIN inbox i
                ON i.space = r.space AND i.recipient = r.recipient AND i.position = r.position
                WHERE i.run_id IS NULL OR i.run_id <> r.run_id OR i.seq <> r.seq LIMIT ?
                """,
                row ->
                        new Key(
                                RunKey.of(row.getString(1), row.getString(2)),
                                row.getString(3),
                                row.getLong(4)),
                limit);
    }

    /** The ids of messages that still wait for an ack, oldest first. */
    public List<String> pendingAcks(Sql sql, RunKey run, int limit) throws SQLException {
        return sql.rows(
                PENDING_ACKS,
                row -> row.getString(1),
                run.space().value(),
                run.run().value(),
                run.space().value(),
                run.run().value(),
                limit);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {
            key.run.space().value(), key.run.run().value(), key.recipient, key.seq
        };
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(
                        RunKey.of(row.getString(1), row.getString(2)),
                        row.getString(3),
                        row.getLong(4)),
                Wire.read(ReceiptState.class, "state", row.getString(5)),
                row.getLong(6) == 1,
                Columns.instant(row, 7),
                Columns.instant(row, 8),
                row.getLong(9));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(5, Wire.name(row.state));
        statement.setLong(6, row.needsAck ? 1 : 0);
        Columns.bind(statement, 7, row.deliveredAt);
        Columns.bind(statement, 8, row.ackedAt);
        statement.setLong(9, row.position);
    }
}
