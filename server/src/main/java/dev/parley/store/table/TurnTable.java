package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Space;
import dev.parley.protocol.TurnState;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was said to an agent and is its turn to answer. */
public final class TurnTable extends Table<TurnTable.Key, TurnTable.Row> {
    private static final List<String> REST =
            List.of(
                    "message_id",
                    "state",
                    "hub",
                    "created_at",
                    "started_at",
                    "ended_at",
                    "fault",
                    "answer");

    private static final String COLUMNS =
            "t.space, t.run_id, t.agent, t.seq, t." + String.join(", t.", REST);

    private static final String OF_SESSION =
            "SELECT "
                    + COLUMNS
                    + " FROM turns t WHERE t.space = ? AND t.run_id = ? AND t.agent = ? ";

    /** The next of every session in which none is under way. */
    static final String DUE =
            "SELECT "
                    + COLUMNS
                    + " FROM turns t JOIN sessions s ON s.space = t.space AND s.run_id = t.run_id"
                    + " AND s.agent = t.agent JOIN runs r ON r.space = t.space"
                    + " AND r.run_id = t.run_id WHERE t.state = 'queued' AND t.ended_at IS NULL"
                    + " AND t.space = ? AND t.agent = ? AND r.paused = 0"
                    + " AND s.running IS NULL AND NOT EXISTS (SELECT 1 FROM turns e"
                    + " WHERE e.space = t.space AND e.run_id = t.run_id AND e.agent = t.agent"
                    + " AND e.ended_at IS NULL AND e.seq < t.seq)"
                    + " ORDER BY t.created_at LIMIT ?";

    /** The first agent after another that has turns to begin. */
    static final String NEXT_WAITING =
            "SELECT t.space, t.agent FROM turns t WHERE t.state = 'queued' AND t.ended_at IS NULL"
                    + " AND (t.space, t.agent) > (?, ?) ORDER BY t.space, t.agent LIMIT 1";

    static final String RUNNING =
            "SELECT "
                    + COLUMNS
                    + " FROM turns t WHERE t.state = 'running' AND t.ended_at IS NULL"
                    + " AND t.hub = ? LIMIT ?";

    public static final TurnTable TABLE = new TurnTable();

    /** A turn by the seq of the message that it answers. */
    public record Key(SessionTable.Key session, long seq) {}

    /**
     * A turn.
     *
     * @param hub which start of a hub it runs on; null when the agent runs itself
     * @param answer the message that the agent has answered with
     */
    public record Row(
            Key key,
            MessageId message,
            TurnState state,
            @Nullable String hub,
            Instant createdAt,
            @Nullable Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable String fault,
            @Nullable MessageId answer) {
        public static Row queued(Key key, MessageId message, Instant now) {
            return new Row(key, message, TurnState.QUEUED, null, now, null, null, null, null);
        }

        /** It runs; null when the agent runs itself. */
        public Row begun(@Nullable String onHub, Instant now) {
            return new Row(
                    key, message, TurnState.RUNNING, onHub, createdAt, now, null, null, null);
        }

        public Row ended(
                TurnState how, @Nullable String why, @Nullable MessageId with, Instant now) {
            return new Row(key, message, how, hub, createdAt, startedAt, now, why, with);
        }

        /** Waits for another attempt. */
        public Row again() {
            return queued(key, message, createdAt);
        }
    }

    private TurnTable() {
        super("turns", List.of("space", "run_id", "agent", "seq"), Row::key, REST, false);
    }

    /** Those of a session that are not over, in order. */
    public List<Row> open(Sql sql, SessionTable.Key session, int limit) throws SQLException {
        return sql.rows(
                OF_SESSION + "AND t.ended_at IS NULL ORDER BY t.seq LIMIT ?",
                this::read,
                session.run().space().value(),
                session.run().run().value(),
                session.agent().value(),
                limit);
    }

    /** Those of a session from one message to another. */
    public List<Row> between(Sql sql, SessionTable.Key session, long from, long to)
            throws SQLException {
        return sql.rows(
                OF_SESSION + "AND t.seq >= ? AND t.seq <= ? ORDER BY t.seq",
                this::read,
                session.run().space().value(),
                session.run().run().value(),
                session.agent().value(),
                from,
                to);
    }

    /** What an agent may begin, the oldest first; nothing in runs that are paused. */
    public List<Row> due(Sql sql, AgentTable.Key agent, int limit) throws SQLException {
        return sql.rows(DUE, this::read, agent.space().value(), agent.name().value(), limit);
    }

    /** Agents that have turns to begin; each is found without those that wait for it. */
    public List<AgentTable.Key> waiting(Sql sql) throws SQLException {
        var found = new ArrayList<AgentTable.Key>();
        var next = next(sql, "", "");
        while (next.isPresent()) {
            var agent = next.get();
            found.add(agent);
            next = next(sql, agent.space().value(), agent.name().value());
        }
        return found;
    }

    private static Optional<AgentTable.Key> next(Sql sql, String space, String agent)
            throws SQLException {
        return sql.row(
                NEXT_WAITING,
                row ->
                        new AgentTable.Key(
                                new Space(row.getString(1)), new AgentName(row.getString(2))),
                space,
                agent);
    }

    /** Those that run on a hub. */
    public List<Row> running(Sql sql, String hub, int limit) throws SQLException {
        return sql.rows(RUNNING, this::read, hub, limit);
    }

    /** Those that ran on a hub that is gone. */
    public List<Row> abandoned(Sql sql, String present, int limit) throws SQLException {
        return sql.rows(
                "SELECT "
                        + COLUMNS
                        + " FROM turns t WHERE t.state = 'running' AND t.ended_at IS NULL"
                        + " AND t.hub IS NOT NULL AND t.hub <> ? ORDER BY t.created_at LIMIT ?",
                this::read,
                present,
                limit);
    }

    /** Those of agents that run themselves, who were called before a moment. */
    public List<Row> unanswered(Sql sql, Instant before, int limit) throws SQLException {
        return sql.rows(
                "SELECT "
                        + COLUMNS
                        + " FROM turns t WHERE t.state = 'running' AND t.ended_at IS NULL"
                        + " AND t.hub IS NULL AND t.created_at < ? ORDER BY t.created_at LIMIT ?",
                this::read,
                before.toEpochMilli(),
                limit);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {
            key.session.run().space().value(),
            key.session.run().run().value(),
            key.session.agent().value(),
            key.seq,
        };
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        var answer = row.getString(12);
        return new Row(
                new Key(
                        new SessionTable.Key(
                                RunKey.of(row.getString(1), row.getString(2)),
                                new AgentName(row.getString(3))),
                        row.getLong(4)),
                new MessageId(row.getString(5)),
                Wire.read(TurnState.class, "state", row.getString(6)),
                row.getString(7),
                Instant.ofEpochMilli(row.getLong(8)),
                Columns.instant(row, 9),
                Columns.instant(row, 10),
                row.getString(11),
                answer == null ? null : new MessageId(answer));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(5, row.message.value());
        statement.setString(6, Wire.name(row.state));
        statement.setString(7, row.hub);
        statement.setLong(8, row.createdAt.toEpochMilli());
        Columns.bind(statement, 9, row.startedAt);
        Columns.bind(statement, 10, row.endedAt);
        statement.setString(11, row.fault);
        statement.setString(12, row.answer == null ? null : row.answer.value());
    }
}
