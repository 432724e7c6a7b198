package dev.parley.store.table;

import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All tasks for the same agent that take the same capabilities are on one route. */
public final class RouteTable extends Table<RouteTable.Key, RouteTable.Row> {
    public static final RouteTable TABLE = new RouteTable();

    /** A route by its number in its space. */
    public record Key(Space space, long number) {}

    /**
     * A route.
     *
     * @param target the agent its tasks are for, or empty for anybody
     * @param retired since when no new task is put on it
     */
    public record Row(Key key, String target, Capabilities needs, @Nullable Instant retired) {
        /** Whether its tasks are for such a worker. */
        public boolean isOpenTo(String agent, Capabilities has) {
            return (target.isEmpty() || target.equals(agent)) && has.suffice(needs);
        }

        /** The same, on which no new task is put from now on. */
        public Row retired(Instant at) {
            return new Row(key, target, needs, at);
        }
    }

    /** Where a walk over all routes stands. */
    public record Place(String space, long number) {
        public static final Place START = new Place("", 0);

        public static Place of(Row route) {
            return new Place(route.key.space.value(), route.key.number);
        }
    }

    /** Routes without a task that waits, however long, or that somebody holds. */
    static final String EMPTY =
            """
            SELECT r.space, r.number, r.target, r.needs, r.retired FROM routes r
            WHERE (r.space, r.number) > (?, ?)
            AND NOT EXISTS (SELECT 1 FROM tasks t
                WHERE t.space = r.space AND t.route = r.number AND t.state = 'queued')
            AND NOT EXISTS (SELECT 1 FROM tasks t
                WHERE t.space = r.space AND t.route = -r.number AND t.state = 'queued')
            AND NOT EXISTS (SELECT 1 FROM tasks t
                WHERE t.space = r.space AND t.route = r.number AND t.due IS NOT NULL)
            ORDER BY r.space, r.number LIMIT ?
            """;

    private RouteTable() {
        super(
                "routes",
                List.of("space", "number"),
                Row::key,
                List.of("target", "needs", "retired"),
                false);
    }

    /** Empty routes after a place, in order. */
    public List<Row> empty(Sql sql, Place after, int limit) throws SQLException {
        return sql.rows(EMPTY, this::read, after.space, after.number, limit);
    }

    /** The routes of a space after a number, in order. */
    public List<Row> after(Sql sql, Space space, long number, int limit) throws SQLException {
        return sql.rows(
                "SELECT space, number, target, needs, retired FROM routes WHERE space = ? AND number > ?"
                        + " ORDER BY number LIMIT ?",
                this::read,
                space.value(),
                number,
                limit);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.space.value(), key.number};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(new Space(row.getString(1)), row.getLong(2)),
                row.getString(3),
                Capabilities.parse(row.getString(4)),
                Columns.instant(row, 5));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(3, row.target);
        statement.setString(4, row.needs.toString());
        Columns.bind(statement, 5, row.retired);
    }
}
