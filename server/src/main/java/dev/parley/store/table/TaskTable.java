package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Space;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Work for whoever may claim it, each piece by the run that it is done in. */
public final class TaskTable extends Table<RunKey, TaskRow> {
    private static final List<String> REST =
            List.of(
                    "state",
                    "target",
                    "needs",
                    "route",
                    "priority",
                    "place",
                    "queued_at",
                    "fence",
                    "attempts",
                    "released",
                    "max_attempts",
                    "holder",
                    "instance",
                    "due",
                    "lease_ms",
                    "deadline_at",
                    "requester",
                    "reason",
                    "result",
                    "created_by",
                    "created_at",
                    "ended_at",
                    "notify_email",
                    "notify_webhook");

    private static final String SELECT =
            "SELECT space, run_id, " + String.join(", ", REST) + " FROM tasks ";

    private static final String BEFORE =
            SELECT + "WHERE space = ? AND run_id < ? ORDER BY run_id DESC LIMIT ?";

    static final String IN_STATE =
            SELECT
                    + "WHERE space = ? AND run_id IN (SELECT run_id FROM (SELECT run_id FROM tasks"
                    + " WHERE space = ? AND state = ? AND run_id < ? ORDER BY run_id DESC LIMIT ?)"
                    + " AS page) ORDER BY run_id DESC";

    static final String OVERDUE =
            "SELECT space, run_id FROM tasks WHERE due IS NOT NULL AND due <= ?"
                    + " ORDER BY due LIMIT ?";

    static final String LATE =
            "SELECT space, run_id FROM tasks WHERE deadline_at IS NOT NULL"
                    + " AND ended_at IS NULL AND deadline_at <= ? ORDER BY deadline_at LIMIT ?";

    /** In the order in which they are claimed; two nodes may have given the same place away. */
    private static final String FROM = " AND (priority < ? OR (priority = ? AND place >= ?))";

    static final String ON_ROUTE =
            SELECT
                    + "WHERE space = ? AND route = ? AND state = 'queued'"
                    + FROM
                    + " ORDER BY priority DESC, place LIMIT ?";

    static final String FOR_TARGET =
            SELECT
                    + "WHERE space = ? AND target = ? AND state = 'queued'"
                    + FROM
                    + " ORDER BY priority DESC, place LIMIT ?";

    /** The sign keeps SQLite from looking through the routes, which are those of everybody. */
    static final String WAITING_FOR =
            "SELECT COUNT(*) FROM (SELECT 1 FROM tasks WHERE space = ? AND target = ?"
                    + " AND state = 'queued' AND +route >= 0 LIMIT ?) AS page";

    /** How a task can be an agent's affair. */
    private static final List<String> WAYS =
            List.of(
                    "requester <> 'user' AND requester = ?",
                    "holder = ?",
                    "state = 'queued' AND target <> '' AND target = ?");

    public static final TaskTable TABLE = new TaskTable();

    private TaskTable() {
        super("tasks", List.of("space", "run_id"), TaskRow::key, REST, false);
    }

    public Optional<TaskRow> find(Sql sql, RunKey key) throws SQLException {
        return sql.row(SELECT + "WHERE space = ? AND run_id = ?", this::read, key(key));
    }

    /** The next tasks on a route. */
    List<TaskRow> onRoute(Sql sql, Space space, long route, OpenRouteTable.Spot from, int limit)
            throws SQLException {
        long priority = from.priority();
        return sql.rows(
                ON_ROUTE,
                this::read,
                space.value(),
                route,
                priority,
                priority,
                from.place(),
                limit);
    }

    /** The next tasks for an agent, or, where the target is empty, for anybody. */
    List<TaskRow> forTarget(
            Sql sql, Space space, String target, OpenRouteTable.Spot from, int limit)
            throws SQLException {
        long priority = from.priority();
        return sql.rows(
                FOR_TARGET,
                this::read,
                space.value(),
                target,
                priority,
                priority,
                from.place(),
                limit);
    }

    /** How many are queued for this very agent, up to a limit. */
    public int waitingFor(Sql sql, Space space, AgentName agent, int limit) throws SQLException {
        return sql.row(WAITING_FOR, row -> row.getInt(1), space.value(), agent.value(), limit)
                .orElse(0);
    }

    /** Held tasks whose lease has ended by a moment of hub time. */
    public List<RunKey> overdue(Sql sql, long now, int limit) throws SQLException {
        return sql.rows(OVERDUE, TaskTable::key, now, limit);
    }

    /** Tasks that are not over although their deadline is. */
    public List<RunKey> late(Sql sql, Instant now, int limit) throws SQLException {
        return sql.rows(LATE, TaskTable::key, now.toEpochMilli(), limit);
    }

    /** A space's tasks, or those in one state, newest first, before the given run. */
    public List<TaskRow> before(
            Sql sql, Space space, @Nullable TaskState state, String before, int limit)
            throws SQLException {
        return state == null
                ? sql.rows(BEFORE, this::read, space.value(), before, limit)
                : sql.rows(
                        IN_STATE,
                        this::read,
                        space.value(),
                        space.value(),
                        Wire.name(state),
                        before,
                        limit);
    }

    /** The same of those that an agent wants done, held last, or is the only one for. */
    public List<TaskRow> before(
            Sql sql,
            Space space,
            AgentName agent,
            @Nullable TaskState state,
            String before,
            int limit)
            throws SQLException {
        var arguments = new ArrayList<Object>(List.of(space.value()));
        for (int way = 0; way < WAYS.size(); way++) {
            arguments.addAll(List.of(space.value(), agent.value(), before));
            if (state != null) {
                arguments.add(Wire.name(state));
            }
            arguments.add(limit);
        }
        arguments.add(limit);
        return sql.rows(ofAgent(state != null), this::read, arguments.toArray());
    }

    /** Takes a page each way from its index, so that the tasks of others cost nothing. */
    static String ofAgent(boolean inOneState) {
        var pages =
                WAYS.stream()
                        .map(
                                way ->
                                        "SELECT run_id FROM (SELECT run_id FROM tasks"
                                                + " WHERE space = ? AND "
                                                + way
                                                + " AND run_id < ?"
                                                + (inOneState ? " AND state = ?" : "")
                                                + " ORDER BY run_id DESC LIMIT ?) AS page")
                        .collect(Collectors.joining(" UNION "));
        return SELECT
                + "WHERE space = ? AND run_id IN ("
                + pages
                + ") ORDER BY run_id DESC LIMIT ?";
    }

    static RunKey key(ResultSet row) throws SQLException {
        return RunKey.of(row.getString(1), row.getString(2));
    }

    @Override
    protected Object[] key(RunKey key) {
        return new Object[] {key.space().value(), key.run().value()};
    }

    @Override
    protected TaskRow read(ResultSet row) throws SQLException {
        return new TaskRow(
                key(row),
                Wire.read(TaskState.class, "state", row.getString(3)),
                new TaskRow.Queue(
                        row.getString(4),
                        Capabilities.parse(row.getString(5)),
                        row.getLong(6),
                        row.getInt(7),
                        row.getLong(8),
                        Instant.ofEpochMilli(row.getLong(9))),
                new TaskRow.Terms(
                        row.getInt(13),
                        Columns.instant(row, 18),
                        contacts(row.getString(25), row.getString(26))),
                row.getLong(10),
                row.getInt(11),
                row.getInt(12),
                hold(row),
                row.getString(19),
                row.getString(20),
                message(row.getString(21)),
                row.getString(22),
                Instant.ofEpochMilli(row.getLong(23)),
                Columns.instant(row, 24));
    }

    /** Nearly every task has none. */
    private static TaskRow.Contacts contacts(@Nullable String email, @Nullable String webhook) {
        return email == null && webhook == null
                ? TaskRow.Contacts.NONE
                : new TaskRow.Contacts(email, webhook);
    }

    private static TaskRow.@Nullable Hold hold(ResultSet row) throws SQLException {
        var agent = row.getString(14);
        return agent == null
                ? null
                : new TaskRow.Hold(
                        new AgentName(agent),
                        new InstanceId(row.getString(15)),
                        row.getLong(16),
                        row.getLong(17));
    }

    private static @Nullable MessageId message(@Nullable String id) {
        return id == null ? null : new MessageId(id);
    }

    @Override
    protected void bind(PreparedStatement statement, TaskRow row) throws SQLException {
        statement.setString(3, Wire.name(row.state()));
        statement.setString(4, row.queue().target());
        statement.setString(5, row.queue().needs().toString());
        statement.setLong(6, row.queue().route());
        statement.setInt(7, row.queue().priority());
        statement.setLong(8, row.queue().place());
        statement.setLong(9, row.queue().at().toEpochMilli());
        statement.setLong(10, row.fence());
        statement.setInt(11, row.attempts());
        statement.setInt(12, row.released());
        statement.setInt(13, row.terms().maxAttempts());
        bind(statement, row.state(), row.hold());
        Columns.bind(statement, 18, row.terms().deadlineAt());
        statement.setString(19, row.requester());
        statement.setString(20, row.reason());
        statement.setString(21, row.result() == null ? null : row.result().value());
        statement.setString(22, row.createdBy());
        statement.setLong(23, row.createdAt().toEpochMilli());
        Columns.bind(statement, 24, row.endedAt());
        statement.setString(25, row.terms().contacts().email());
        statement.setString(26, row.terms().contacts().webhook());
    }

    /** What is over has no lease that could end. */
    private static void bind(
            PreparedStatement statement, TaskState state, TaskRow.@Nullable Hold hold)
            throws SQLException {
        if (hold == null) {
            statement.setString(14, null);
            statement.setString(15, null);
            statement.setNull(17, Types.BIGINT);
        } else {
            statement.setString(14, hold.agent().value());
            statement.setString(15, hold.instance().value());
            statement.setLong(17, hold.leaseMillis());
        }
        if (hold == null || !state.isHeld()) {
            statement.setNull(16, Types.BIGINT);
        } else {
            statement.setLong(16, hold.due());
        }
    }
}
