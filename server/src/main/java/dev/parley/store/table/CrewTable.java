package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Workers of one agent that have the same capabilities: the same tasks are open to all of them. */
public final class CrewTable extends Table<CrewTable.Key, CrewTable.Row> {
    public static final CrewTable TABLE = new CrewTable();

    private static final String SELECT =
            "SELECT space, agent, has, seen, routes, last_used FROM crews ";

    /** Whose workers, and what they can do. */
    public record Key(Space space, AgentName agent, Capabilities has) {
        public String lock() {
            return "crew/" + space + "/" + agent + "/" + has;
        }
    }

    /**
     * A crew.
     *
     * @param seen the newest route that was looked at
     * @param routes how many are open to it
     * @param lastUsed when one of it last asked for work, in hub time
     */
    public record Row(Key key, long seen, int routes, long lastUsed) {
        public static Row of(Key key) {
            return new Row(key, 0, 0, 0);
        }

        public Row used(long at) {
            return new Row(key, seen, routes, Math.max(lastUsed, at));
        }

        /** Nobody of it asks for work any more, as far as is known. */
        public Row left(long at) {
            return new Row(key, seen, routes, Math.min(lastUsed, at));
        }

        /** A route is open to it no longer. */
        public Row closed() {
            return new Row(key, seen, Math.max(0, routes - 1), lastUsed);
        }

        public Row seen(long newest, int more) {
            return new Row(key, newest, routes + more, lastUsed);
        }
    }

    private CrewTable() {
        super(
                "crews",
                List.of("space", "agent", "has"),
                Row::key,
                List.of("seen", "routes", "last_used"),
                false);
    }

    public Optional<Row> find(Sql sql, Key key) throws SQLException {
        return sql.row(SELECT + "WHERE space = ? AND agent = ? AND has = ?", this::read, key(key));
    }

    /** Crews of a space that asked for work after a moment of hub time. */
    public List<Row> since(Sql sql, Space space, long moment, int limit) throws SQLException {
        return sql.rows(
                SELECT + "WHERE last_used > ? AND space = ? ORDER BY last_used DESC LIMIT ?",
                this::read,
                moment,
                space.value(),
                limit);
    }

    /** Crews of all spaces that last asked for work before a moment of hub time. */
    public List<Row> before(Sql sql, long moment, int limit) throws SQLException {
        return sql.rows(
                SELECT + "WHERE last_used < ? ORDER BY last_used LIMIT ?",
                this::read,
                moment,
                limit);
    }

    @Override
    protected boolean isRemembered() {
        return true;
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.space.value(), key.agent.value(), key.has.toString()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(
                        new Space(row.getString(1)),
                        new AgentName(row.getString(2)),
                        Capabilities.parse(row.getString(3))),
                row.getLong(4),
                row.getInt(5),
                row.getLong(6));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(4, row.seen);
        statement.setInt(5, row.routes);
        statement.setLong(6, row.lastUsed);
    }
}
