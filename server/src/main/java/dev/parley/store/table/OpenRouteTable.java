package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which routes are open to which crew, and what lies at their heads. */
public final class OpenRouteTable extends Table<OpenRouteTable.Row, OpenRouteTable.Row> {
    public static final OpenRouteTable TABLE = new OpenRouteTable();

    /** From how many open routes on it is cheaper to look at the tasks than at each route. */
    private static final int MANY = 64;

    /** The best of the routes' heads. */
    static final String HEADS =
            """
            SELECT t.route FROM open_routes o JOIN tasks t ON t.space = o.space AND t.run_id = (
                SELECT x.run_id FROM tasks x
                WHERE x.space = o.space AND x.route = o.route AND x.state = 'queued'
                AND (x.deadline_at IS NULL OR x.deadline_at > ?)
                ORDER BY x.priority DESC, x.place LIMIT 1)
            WHERE o.space = ? AND o.agent = ? AND o.has = ?
            ORDER BY t.priority DESC, t.place LIMIT 1
            """;

    /** How many of each are looked at; to most, one of the very first is open. */
    private static final int FEW = 4;

    private static final int SOME = 256;

    /** At the first few. */
    static final String GLANCE = glancing(FEW);

    /** Further. */
    static final String LOOK = glancing(SOME);

    /**
     * The next tasks for the agent and for anybody, and which of them are open. How many is said in
     * the statement: of a number that it is not told PostgreSQL thinks a tenth of the table.
     */
    private static String glancing(int depth) {
        return """
            SELECT t.target, t.route, CASE WHEN EXISTS (SELECT 1 FROM open_routes o
                WHERE o.space = t.space AND o.agent = ? AND o.has = ? AND o.route = t.route)
                THEN 1 ELSE 0 END FROM (
                SELECT * FROM (SELECT space, target, route, priority, place FROM tasks
                    WHERE space = ? AND target = ? AND state = 'queued'
                    AND (deadline_at IS NULL OR deadline_at > ?)
                    ORDER BY priority DESC, place LIMIT %1$d) AS own
                UNION ALL
                SELECT * FROM (SELECT space, target, route, priority, place FROM tasks
                    WHERE space = ? AND target = '' AND state = 'queued'
                    AND (deadline_at IS NULL OR deadline_at > ?)
                    ORDER BY priority DESC, place LIMIT %1$d) AS anybodys) AS t
            ORDER BY t.priority DESC, t.place
            """
                .formatted(depth);
    }

    static final String QUEUED =
            """
            SELECT space, run_id FROM tasks WHERE space = ? AND route = ? AND state = 'queued'
            AND (deadline_at IS NULL OR deadline_at > ?)
            ORDER BY priority DESC, place LIMIT ?
            """;

    private static final String SELECT = "SELECT space, agent, has, route FROM open_routes ";

    private static final String ROUTES =
            "SELECT route FROM open_routes WHERE space = ? AND agent = ? AND has = ?";

    private static final int GLANCED = 1_000;

    private static final Comparator<TaskRow> ORDER =
            Comparator.comparingLong((TaskRow task) -> -(long) task.queue().priority())
                    .thenComparingLong(task -> task.queue().place());

    /** One route that is open to a crew. */
    public record Row(CrewTable.Key crew, long route) {}

    private OpenRouteTable() {
        super("open_routes", List.of("space", "agent", "has", "route"), List.of(), false);
    }

    /**
     * The route on which the task lies that the crew should claim next. What is past its deadline
     * counts for nothing, also before a clock has ended it.
     */
    public Optional<Long> next(Sql sql, CrewTable.Row crew, Instant now) throws SQLException {
        if (crew.routes() > MANY) {
            var glanced = glance(sql, crew.key(), now);
            if (glanced.isPresent()) {
                return glanced;
            }
        }
        var key = crewKey(crew.key());
        return sql.row(HEADS, row -> row.getLong(1), now.toEpochMilli(), key[0], key[1], key[2]);
    }

    /**
     * What lies among the next tasks; where nothing does, something may lie further back. Only
     * behind hundreds of tasks for this very agent that it cannot do may something better lie.
     */
    private Optional<Long> glance(Sql sql, CrewTable.Key crew, Instant now) throws SQLException {
        var best = Glance.best(glances(sql, crew, now, GLANCE), FEW);
        return best.isPresent()
                ? best
                : glances(sql, crew, now, LOOK).stream()
                        .filter(Glance::isOpen)
                        .map(Glance::route)
                        .findFirst();
    }

    private static List<Glance> glances(Sql sql, CrewTable.Key crew, Instant now, String glancing)
            throws SQLException {
        long moment = now.toEpochMilli();
        var space = crew.space().value();
        var agent = crew.agent().value();
        return sql.rows(
                glancing,
                row -> new Glance(row.getString(1), row.getLong(2), row.getInt(3) == 1),
                agent,
                crew.has().toString(),
                space,
                agent,
                moment,
                space,
                moment);
    }

    /** A task that is next for its target. */
    private record Glance(String target, long route, boolean isOpen) {
        /** The first that is open, unless something before it may not have been looked at. */
        static Optional<Long> best(List<Glance> inOrder, int depth) {
            var passed = new HashMap<String, Integer>();
            for (var glance : inOrder) {
                if (glance.isOpen) {
                    return Optional.of(glance.route);
                }
                if (passed.merge(glance.target, 1, Integer::sum) == depth) {
                    return Optional.empty();
                }
            }
            return Optional.empty();
        }
    }

    /** The next tasks on a route. */
    public List<RunKey> queued(Sql sql, Space space, long route, Instant now, int limit)
            throws SQLException {
        return sql.rows(QUEUED, TaskTable::key, space.value(), route, now.toEpochMilli(), limit);
    }

    /**
     * A place in the order in which tasks are claimed.
     *
     * @param priority of the task there
     * @param place of the task there
     */
    public record Spot(long priority, long place) {
        /** Before all others. */
        public static final Spot START = new Spot(Integer.MAX_VALUE, 0);

        static Spot of(TaskRow task) {
            return new Spot(task.queue().priority(), task.queue().place());
        }
    }

    /**
     * Some of what is open to a crew.
     *
     * @param next from where to look on; null when there is no more
     */
    public record Page(List<TaskRow> tasks, @Nullable Spot next) {}

    /**
     * The next tasks that are open to a crew from a spot on, in order. With many routes open to it
     * a page is what is open of the next thousand tasks, which may be nothing.
     */
    public Page open(Sql sql, CrewTable.Row crew, Spot from, int limit) throws SQLException {
        var key = crew.key();
        var found = new ArrayList<TaskRow>();
        boolean isMany = crew.routes() > MANY;
        int most = isMany ? GLANCED : limit;
        if (isMany) {
            for (var target : List.of("", key.agent().value())) {
                found.addAll(TaskTable.TABLE.forTarget(sql, key.space(), target, from, most));
            }
        } else {
            for (long route : sql.rows(ROUTES, row -> row.getLong(1), crewKey(key))) {
                found.addAll(TaskTable.TABLE.onRoute(sql, key.space(), route, from, most));
            }
        }
        found.sort(ORDER);
        var page = found.subList(0, Math.min(most, found.size()));
        var open = page.stream().filter(task -> key.has().suffice(task.queue().needs())).toList();
        return new Page(open, page.size() < most ? null : Spot.of(page.getLast()));
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
