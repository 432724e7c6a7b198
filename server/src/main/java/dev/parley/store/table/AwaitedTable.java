package dev.parley.store.table;

import dev.parley.protocol.Act;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every message that expects a reply, and whether it has had one. */
public final class AwaitedTable extends Table<AwaitedTable.Key, AwaitedTable.Row> {
    private static final List<String> REST =
            List.of(
                    "message_id",
                    "act",
                    "asker",
                    "asked",
                    "assignment",
                    "rounds",
                    "deadline",
                    "rest",
                    "state");
    private static final String SELECT =
            "SELECT space, run_id, seq, " + String.join(", ", REST) + " FROM awaited";

    /** Takes a page from the index alone before it looks at any row. */
    static final String OF_MESSAGE =
            SELECT + " WHERE space = ? AND message_id = ? ORDER BY run_id DESC LIMIT ?";

    static final String OPEN_OF =
            SELECT
                    + " WHERE space = ? AND (run_id, seq) IN (SELECT run_id, seq FROM awaited"
                    + " WHERE space = ? AND asker = ? AND state = 'open'"
                    + " AND (run_id, seq) > (?, ?) ORDER BY run_id, seq LIMIT ?)"
                    + " ORDER BY run_id, seq";

    static final String ASKERS =
            "SELECT DISTINCT space, asker FROM awaited WHERE state = 'open'"
                    + " AND (space, asker) > (?, ?) ORDER BY space, asker LIMIT ?";

    public static final AwaitedTable TABLE = new AwaitedTable();

    /** Somebody who waits, in whatever runs of a space. */
    public record Asker(String space, String name) {
        /** Before all others. */
        public static final Asker NONE = new Asker("", "");
    }

    /** A message by its place in its run. */
    public record Key(RunKey run, long seq) {}

    /**
     * What is awaited.
     *
     * @param asker who waits, by name
     * @param asked who should reply: an agent by name, or {@code user}
     * @param assignment the assignment that it is part of, by its seq
     * @param rounds how often was asked back about it, when it is an assignment itself
     * @param deadline when the asker stops waiting
     * @param rest how many milliseconds are left to it when its run goes on, while that is paused
     */
    public record Row(
            Key key,
            MessageId message,
            Act act,
            String asker,
            String asked,
            @Nullable Long assignment,
            int rounds,
            @Nullable Instant deadline,
            @Nullable Long rest,
            AwaitedState state) {
        public Row state(AwaitedState now) {
            return new Row(
                    key, message, act, asker, asked, assignment, rounds, deadline, rest, now);
        }

        public Row due(@Nullable Instant when) {
            return timed(when, null);
        }

        /** The same while its run is paused. */
        public Row held(Instant now) {
            return deadline == null
                    ? this
                    : timed(null, Math.max(0, now.until(deadline, ChronoUnit.MILLIS)));
        }

        /** The same at the time of another; when something ends is no part of the log. */
        public Row timedAs(Row other) {
            return timed(other.deadline, other.rest);
        }

        private Row timed(@Nullable Instant when, @Nullable Long left) {
            return new Row(key, message, act, asker, asked, assignment, rounds, when, left, state);
        }

        /** The same after one more clarification. */
        public Row askedBack() {
            return new Row(
                    key, message, act, asker, asked, assignment, rounds + 1, deadline, rest, state);
        }

        /** The same as if nothing had been asked back about it yet. */
        public Row askedAnew() {
            return new Row(key, message, act, asker, asked, assignment, 0, deadline, rest, state);
        }

        public boolean isOpen() {
            return state == AwaitedState.OPEN;
        }
    }

    private AwaitedTable() {
        super("awaited", List.of("space", "run_id", "seq"), Row::key, REST, false);
    }

    /** What one agent still waits for, in all its runs, in their order. */
    public List<Row> openOf(Sql sql, Space space, String asker, Key after, int limit)
            throws SQLException {
        return sql.rows(
                OPEN_OF,
                this::read,
                space.value(),
                space.value(),
                asker,
                after.run.run().value(),
                after.seq,
                limit);
    }

    /** Those with a message's id, in whichever run of the space, the newest run first. */
    public List<Row> ofMessage(Sql sql, Space space, MessageId message, int limit)
            throws SQLException {
        return sql.rows(OF_MESSAGE, this::read, space.value(), message.value(), limit);
    }

    /** Those of one run after a seq, in order. */
    public List<Row> of(Sql sql, RunKey run, long after, int limit) throws SQLException {
        return sql.rows(
                SELECT + " WHERE space = ? AND run_id = ? AND seq > ? ORDER BY seq LIMIT ?",
                this::read,
                run.space().value(),
                run.run().value(),
                after,
                limit);
    }

    /** Who waits for anything, after one of them, in order. */
    public List<Asker> askers(Sql sql, Asker after, int limit) throws SQLException {
        return sql.rows(
                ASKERS,
                row -> new Asker(row.getString(1), row.getString(2)),
                after.space,
                after.name,
                limit);
    }

    /** What should have been replied to by now, the longest overdue first. */
    public List<Row> due(Sql sql, Instant now, int limit) throws SQLException {
        return sql.rows(
                SELECT
                        + " WHERE state = 'open' AND deadline IS NOT NULL AND deadline <= ?"
                        + " ORDER BY deadline LIMIT ?",
                this::read,
                now.toEpochMilli(),
                limit);
    }

    /**
     * Nothing that is awaited in a run ends before it goes on; what is left of its time is kept.
     */
    public void hold(Sql sql, RunKey run, Instant now) throws SQLException {
        sql.update(
                "UPDATE awaited SET deadline = NULL,"
                        + " rest = CASE WHEN deadline > ? THEN deadline - ? ELSE 0 END"
                        + " WHERE space = ? AND run_id = ? AND state = 'open'"
                        + " AND deadline IS NOT NULL",
                now.toEpochMilli(),
                now.toEpochMilli(),
                run.space().value(),
                run.run().value());
    }

    /** What was held ends when what was left of its time is over. */
    public void goOn(Sql sql, RunKey run, Instant now) throws SQLException {
        sql.update(
                "UPDATE awaited SET deadline = rest + ?, rest = NULL"
                        + " WHERE space = ? AND run_id = ? AND state = 'open' AND rest IS NOT NULL",
                now.toEpochMilli(),
                run.space().value(),
                run.run().value());
    }

    /** Nothing in the run is awaited any longer. */
    public void cancelAll(Sql sql, RunKey run) throws SQLException {
        sql.update(
                "UPDATE awaited SET state = 'cancelled'"
                        + " WHERE space = ? AND run_id = ? AND state = 'open'",
                run.space().value(),
                run.run().value());
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.run.space().value(), key.run.run().value(), key.seq};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(RunKey.of(row.getString(1), row.getString(2)), row.getLong(3)),
                new MessageId(row.getString(4)),
                Wire.read(Act.class, "act", row.getString(5)),
                row.getString(6),
                row.getString(7),
                Columns.number(row, 8),
                row.getInt(9),
                Columns.instant(row, 10),
                Columns.number(row, 11),
                Wire.read(AwaitedState.class, "state", row.getString(12)));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(4, row.message.value());
        statement.setString(5, Wire.name(row.act));
        statement.setString(6, row.asker);
        statement.setString(7, row.asked);
        Columns.bind(statement, 8, row.assignment);
        statement.setInt(9, row.rounds);
        Columns.bind(statement, 10, row.deadline);
        Columns.bind(statement, 11, row.rest);
        statement.setString(12, Wire.name(row.state));
    }
}
