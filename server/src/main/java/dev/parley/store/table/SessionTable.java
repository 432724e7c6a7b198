package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Durable conversations with one agent each. */
public final class SessionTable extends Table<SessionTable.Key, SessionRow> {
    private static final List<String> REST =
            List.of(
                    "session_id",
                    "cwd",
                    "model",
                    "parent",
                    "depth",
                    "ref",
                    "running",
                    "waiting",
                    "fault",
                    "created_by",
                    "created_at",
                    "touched_at",
                    "closed_at");

    private static final String SELECT =
            "SELECT space, run_id, agent, " + String.join(", ", REST) + " FROM sessions ";

    public static final SessionTable TABLE = new SessionTable();

    /** A session by whom it is with, and where what was said stands. */
    public record Key(RunKey run, AgentName agent) {
        /** Whom it is with, wherever that is spoken to. */
        public AgentTable.Key whose() {
            return new AgentTable.Key(run.space(), agent);
        }
    }

    private SessionTable() {
        super("sessions", List.of("space", "run_id", "agent"), SessionRow::key, REST, false);
    }

    public Optional<SessionRow> find(Sql sql, Space space, SessionId id) throws SQLException {
        return sql.row(
                SELECT + "WHERE space = ? AND session_id = ?",
                this::read,
                space.value(),
                id.value());
    }

    public Optional<SessionRow> find(Sql sql, Key key) throws SQLException {
        return sql.row(
                SELECT + "WHERE space = ? AND run_id = ? AND agent = ?", this::read, key(key));
    }

    /** Those whose words stand in a run. */
    public List<SessionRow> of(Sql sql, RunKey run) throws SQLException {
        return sql.rows(
                SELECT + "WHERE space = ? AND run_id = ? ORDER BY agent",
                this::read,
                run.space().value(),
                run.run().value());
    }

    /** A space's sessions, newest first, before the given one. */
    public List<SessionRow> before(Sql sql, Space space, String before, int limit)
            throws SQLException {
        return sql.rows(
                SELECT + "WHERE space = ? AND session_id < ? ORDER BY session_id DESC LIMIT ?",
                this::read,
                space.value(),
                before,
                limit);
    }

    /** Spawned ones that are open and were last spoken to before a moment. */
    public List<SessionRow> idleSince(Sql sql, Instant moment, int limit) throws SQLException {
        return sql.rows(
                SELECT
                        + "WHERE closed_at IS NULL AND depth > 0 AND running IS NULL"
                        + " AND touched_at < ? ORDER BY touched_at LIMIT ?",
                this::read,
                moment.toEpochMilli(),
                limit);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {
            key.run.space().value(), key.run.run().value(), key.agent.value(),
        };
    }

    @Override
    protected SessionRow read(ResultSet row) throws SQLException {
        var parent = row.getString(7);
        return new SessionRow(
                new Key(
                        RunKey.of(row.getString(1), row.getString(2)),
                        new AgentName(row.getString(3))),
                new SessionId(row.getString(4)),
                row.getString(5),
                row.getString(6),
                parent == null ? null : new SessionId(parent),
                row.getInt(8),
                row.getString(9),
                Columns.number(row, 10),
                row.getInt(11),
                row.getString(12),
                row.getString(13),
                Instant.ofEpochMilli(row.getLong(14)),
                Instant.ofEpochMilli(row.getLong(15)),
                Columns.instant(row, 16));
    }

    @Override
    protected void bind(PreparedStatement statement, SessionRow row) throws SQLException {
        statement.setString(4, row.id().value());
        statement.setString(5, row.cwd());
        statement.setString(6, row.model());
        statement.setString(7, row.parent() == null ? null : row.parent().value());
        statement.setInt(8, row.depth());
        statement.setString(9, row.ref());
        Columns.bind(statement, 10, row.running());
        statement.setInt(11, row.waiting());
        statement.setString(12, row.fault());
        statement.setString(13, row.createdBy());
        statement.setLong(14, row.createdAt().toEpochMilli());
        statement.setLong(15, row.touchedAt().toEpochMilli());
        Columns.bind(statement, 16, row.closedAt());
    }
}
