package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Which routes are open to which crew, and what lies at their heads. */
public final class OpenRouteTable extends Table<OpenRouteTable.Row, OpenRouteTable.Row> {
    public static final OpenRouteTable TABLE = new OpenRouteTable();

    /** From how many open routes on it is cheaper to look at the tasks than at each route. */
    private static final int MANY = 64;

    /** What is past its deadline counts for nothing, also before a clock has ended it. */
    static final String QUEUED =
            """
            SELECT space, run_id, priority, place FROM tasks
            WHERE space = ? AND route = ? AND state = 'queued'
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
        super(
                "open_routes",
                List.of("space", "agent", "has", "route"),
                Function.identity(),
                List.of(),
                false);
    }

    /** A task that waits on a route, and where. */
    public record Queued(RunKey task, int priority, long place) {}

    /** The next tasks on a route. */
    public List<Queued> queued(Sql sql, FrontTable.Key route, Instant now, int limit)
            throws SQLException {
        return sql.rows(
                QUEUED,
                row -> new Queued(TaskTable.key(row), row.getInt(3), row.getLong(4)),
                route.space().value(),
                route.route(),
                now.toEpochMilli(),
                limit);
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
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new CrewTable.Key(
                        new Space(row.getString(1)),
                        new AgentName(row.getString(2)),
                        Capabilities.parse(row.getString(3))),
                row.getLong(4));
    }
}
