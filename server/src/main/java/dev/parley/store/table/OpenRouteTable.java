package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which routes are open to which crew, and what lies at their heads. */
public final class OpenRouteTable extends Table<OpenRouteTable.Row, OpenRouteTable.Row> {
    public static final OpenRouteTable TABLE = new OpenRouteTable();

    static final String QUEUED =
            """
            SELECT space, run_id, priority, place FROM tasks
            WHERE space = ? AND route = ? AND state = 'queued'
            ORDER BY priority DESC, place LIMIT ?
            """;

    private static final String SELECT = "SELECT space, agent, has, route FROM open_routes ";

    private static final Comparator<TaskRow> ORDER =
            Comparator.comparingLong((TaskRow task) -> -(long) task.queue().priority())
                    .thenComparingLong(task -> task.queue().place());

    /** One route that is open to a crew. */
    public record Row(CrewTable.Key crew, long route) {}

    private OpenRouteTable() {
        super("open_routes", List.of("space", "agent", "has", "route"), List.of(), false);
    }

    /** A task that waits on a route, and where. */
    public record Queued(RunKey task, int priority, long place) {}

    /** The next tasks on a route. */
    public List<Queued> queued(Sql sql, FrontTable.Key route, int limit) throws SQLException {
        return sql.rows(
                QUEUED,
                row -> new Queued(TaskTable.key(row), row.getInt(3), row.getLong(4)),
                route.space().value(),
                route.route(),
                limit);
    }

    /** The next tasks that are open to a crew, in order. */
    public List<TaskRow> open(Sql sql, CrewTable.Row crew, int limit) throws SQLException {
        var found = new ArrayList<TaskRow>();
        for (var front : FrontTable.TABLE.first(sql, crew, limit)) {
            var key = front.key();
            found.addAll(TaskTable.TABLE.onRoute(sql, key.space(), key.route(), limit));
        }
        found.sort(ORDER);
        return found.subList(0, Math.min(limit, found.size()));
    }

    /** The crews that a route is open to, up to a limit. */
    public List<Row> of(Sql sql, RouteTable.Key route, int limit) throws SQLException {
        return sql.rows(
                SELECT + "WHERE space = ? AND route = ? LIMIT ?",
                this::read,
                route.space().value(),
                route.number(),
                limit);
    }

    /** The routes that are open to a crew, up to a limit. */
    public List<Row> of(Sql sql, CrewTable.Key crew, int limit) throws SQLException {
        return sql.rows(
                SELECT + "WHERE space = ? AND agent = ? AND has = ? LIMIT ?",
                this::read,
                crew.space().value(),
                crew.agent().value(),
                crew.has().toString(),
                limit);
    }

    private static Object[] crewKey(CrewTable.Key crew) {
        return new Object[] {crew.space().value(), crew.agent().value(), crew.has().toString()};
    }

    @Override
    protected Object[] key(Row key) {
        var crew = crewKey(key.crew);
        return new Object[] {crew[0], crew[1], crew[2], key.route};
    }

    @Override
    protected Row keyOf(Row row) {
        return row;
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new CrewTable.Key(
                        new Space(row.getString(1)),
                        new AgentName(row.getString(2)),
                        Capabilities.parse(row.getString(3))),
                row.getLong(4));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(1, row.crew.space().value());
        statement.setString(2, row.crew.agent().value());
        statement.setString(3, row.crew.has().toString());
        statement.setLong(4, row.route);
    }
}
