package dev.parley.store.table;

import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * How good the next task of each route is at best, so that a claim looks at routes rather than at
 * tasks. What is noted may be better than what lies there, never worse: whoever claims mends it.
 */
public final class FrontTable extends Table<FrontTable.Key, FrontTable.Row> {
    public static final FrontTable TABLE = new FrontTable();

    /** From how many open routes on one is found sooner among all fronts than route by route. */
    private static final int MANY = 64;

    private static final String COLUMNS =
            "f.space, f.route, f.target, f.needs, f.priority, f.place FROM ";

    private static final String IN_ORDER = " ORDER BY f.priority DESC, f.place LIMIT ";

    /** For a crew to which few routes are open. */
    private static final String BY_ROUTE =
            "SELECT "
                    + COLUMNS
                    + "open_routes o JOIN fronts f ON f.space = o.space AND f.route = o.route"
                    + " WHERE o.space = ? AND o.agent = ? AND o.has = ?"
                    + IN_ORDER;

    /** Counting, where PostgreSQL would turn a mere look into a walk over all that is open. */
    private static final String OF_TARGET =
            "SELECT "
                    + COLUMNS
                    + "fronts f WHERE f.space = ? AND f.target = ? AND (SELECT count(*)"
                    + " FROM open_routes o WHERE o.space = f.space AND o.agent = ? AND o.has = ?"
                    + " AND o.route = f.route) > 0"
                    + IN_ORDER;

    /** A route by its number. */
    public record Key(Space space, long route) {}

    /** What is noted of a route. */
    public record Row(Key key, String target, Capabilities needs, int priority, long place) {
        /** The front that a task is in by itself. */
        public static Row of(TaskRow task) {
            var queue = task.queue();
            return new Row(
                    new Key(task.key().space(), queue.route()),
                    queue.target(),
                    queue.needs(),
                    queue.priority(),
                    queue.place());
        }

        /** The name under which nodes hold it against each other. */
        public String lock() {
            return new RouteNameTable.Key(key.space, target, needs).front();
        }

        public boolean isBefore(Row other) {
            return priority == other.priority ? place < other.place : priority > other.priority;
        }

        /** The same with another task in front. */
        public Row at(int newPriority, long newPlace) {
            return new Row(key, target, needs, newPriority, newPlace);
        }
    }

    private FrontTable() {
        super(
                "fronts",
                List.of("space", "route"),
                Row::key,
                List.of("target", "needs", "priority", "place"),
                false);
    }

    /** The front on which the task lies that a crew should claim next. */
    public Optional<Row> next(Sql sql, CrewTable.Row crew) throws SQLException {
        return first(sql, crew, 1).stream().findFirst();
    }

    /** The first of the fronts that are open to a crew, in order. */
    public List<Row> first(Sql sql, CrewTable.Row crew, int limit) throws SQLException {
        var space = crew.key().space().value();
        var agent = crew.key().agent().value();
        var has = crew.key().has().toString();
        return crew.routes() > MANY
                ? sql.rows(
                        among(limit), this::read, space, agent, agent, has, space, "", agent, has)
                : sql.rows(byRoute(limit), this::read, space, agent, has);
    }

    /** How many is said in the statement, since PostgreSQL plans by it. */
    static String byRoute(int limit) {
        return BY_ROUTE + limit;
    }

    static String among(int limit) {
        var one = "SELECT * FROM (" + OF_TARGET + limit + ") AS ";
        return "SELECT "
                + COLUMNS
                + "("
                + one
                + "own UNION ALL "
                + one
                + "anybodys) AS f"
                + IN_ORDER
                + limit;
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.space.value(), key.route};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(new Space(row.getString(1)), row.getLong(2)),
                row.getString(3),
                Capabilities.parse(row.getString(4)),
                row.getInt(5),
                row.getLong(6));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(3, row.target);
        statement.setString(4, row.needs.toString());
        statement.setInt(5, row.priority);
        statement.setLong(6, row.place);
    }
}
