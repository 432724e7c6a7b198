package dev.parley.store.table;

import dev.parley.protocol.Act;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Space;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every run, and how far its log has come. */
public final class RunTable extends Table<RunKey, RunTable.Row> {
    private static final List<String> REST =
            List.of(
                    "session_id",
                    "protocol",
                    "status",
                    "head",
                    "created_by",
                    "created_at",
                    "roster",
                    "paused",
                    "open_matters",
                    "silent",
                    "reason",
                    "question_id",
                    "summary",
                    "internal",
                    "spoken");
    private static final String COLUMNS = "space, run_id, " + String.join(", ", REST);

    static final String OF_RUNS =
            "SELECT "
                    + COLUMNS
                    + " FROM runs WHERE space = ? AND run_id IN ("
                    + Handfuls.MARKS
                    + ")";

    public static final RunTable TABLE = new RunTable();

    /**
     * One run.
     *
     * @param head the seq of its newest log entry; 0 while there is none
     * @param roster how many roles it has
     * @param internal how many of its messages only agents are meant to see
     * @param spoken the seq of the newest entry that is no bookkeeping; 0 while there is none
     */
    public record Row(
            RunKey key,
            SessionId session,
            RunProtocol protocol,
            long head,
            String createdBy,
            Instant createdAt,
            int roster,
            Standing standing,
            long internal,
            long spoken) {
        /** A run that begins. */
        public static Row begun(
                RunKey key,
                SessionId session,
                RunProtocol protocol,
                int roster,
                String createdBy,
                Instant createdAt) {
            return new Row(
                    key, session, protocol, 0, createdBy, createdAt, roster, Standing.NEW, 0, 0);
        }

        public RunStatus status() {
            return standing.status();
        }

        /** The run with one more entry in its log. */
        public Row grown(Act act, Visibility visibility) {
            return new Row(
                    key,
                    session,
                    protocol,
                    head + 1,
                    createdBy,
                    createdAt,
                    roster,
                    standing,
                    internal + (isInternal(act, visibility) ? 1 : 0),
                    act.isBookkeeping() ? spoken : head + 1);
        }

        /**
         * Whether only agents are meant to see an entry; acks and the hub's own notes do not count.
         */
        public static boolean isInternal(Act act, Visibility visibility) {
            return visibility == Visibility.INTERNAL && !act.isBookkeeping();
        }

        public Row standing(Standing now) {
            return new Row(
                    key, session, protocol, head, createdBy, createdAt, roster, now, internal,
                    spoken);
        }

        /** The run with one more role. */
        public Row joined() {
            return new Row(
                    key,
                    session,
                    protocol,
                    head,
                    createdBy,
                    createdAt,
                    roster + 1,
                    standing,
                    internal,
                    spoken);
        }
    }

    private RunTable() {
        super("runs", List.of("space", "run_id"), Row::key, REST, false);
    }

    public Optional<Row> find(Sql sql, RunKey key) throws SQLException {
        return sql.row(
                "SELECT " + COLUMNS + " FROM runs WHERE space = ? AND run_id = ?",
                this::read,
                key(key));
    }

    /** The seq of the newest entry; 0 when there is none, or no such run. */
    public long head(Sql sql, RunKey key) throws SQLException {
        return sql.number("SELECT head FROM runs WHERE space = ? AND run_id = ?", key(key));
    }

    /** Some runs of a space, in no order. */
    public List<Row> of(Sql sql, Space space, List<RunId> runs) throws SQLException {
        var found = new ArrayList<Row>();
        Handfuls.each(sql, OF_RUNS, space, runs, row -> found.add(read(row)));
        return found;
    }

    /** Where a walk through the runs of all spaces stands. */
    public record Place(String space, String run) {
        public static Place of(Row row) {
            return new Place(row.key.space().value(), row.key.run().value());
        }
    }

    /** Runs of all spaces after a place, in the order of their keys. */
    public List<Row> page(Sql sql, Place after, int limit) throws SQLException {
        return sql.rows(
                "SELECT "
                        + COLUMNS
                        + " FROM runs WHERE (space, run_id) > (?, ?)"
                        + " ORDER BY space, run_id LIMIT ?",
                this::read,
                after.space,
                after.run,
                limit);
    }

    /** Runs of the space, newest first; those older than the given one, if one is. */
    public List<Row> before(Sql sql, Space space, @Nullable String before, int limit)
            throws SQLException {
        return sql.rows(
                "SELECT "
                        + COLUMNS
                        + " FROM runs WHERE space = ?"
                        + older(before)
                        + " ORDER BY run_id DESC LIMIT ?",
                this::read,
                present(space.value(), before, limit));
    }

    /** The same, of those that stand in one way. */
    public List<Row> before(
            Sql sql, Space space, RunStatus status, @Nullable String before, int limit)
            throws SQLException {
        return sql.rows(
                inStatus(before),
                this::read,
                present(space.value(), space.value(), Wire.name(status), before, limit, limit));
    }

    /** Takes the page from an index that holds all it asks for; SQLite would walk the table. */
    static String inStatus(@Nullable String before) {
        return "SELECT "
                + COLUMNS
                + " FROM runs WHERE space = ? AND run_id IN ("
                + "SELECT run_id FROM runs WHERE space = ? AND status = ?"
                + older(before)
                + " ORDER BY run_id DESC LIMIT ?) ORDER BY run_id DESC LIMIT ?";
    }

    /** The same, of those that an agent takes part in. */
    public List<Row> beforeOf(
            Sql sql, Space space, AgentName agent, @Nullable String before, int limit)
            throws SQLException {
        return sql.rows(
                withAgent(before),
                this::read,
                present(space.value(), space.value(), agent.value(), before, limit, limit));
    }

    static String withAgent(@Nullable String before) {
        return "SELECT "
                + COLUMNS
                + " FROM runs WHERE space = ? AND run_id IN ("
                + "SELECT DISTINCT run_id FROM participants WHERE space = ? AND agent = ?"
                + older(before)
                + " ORDER BY run_id DESC LIMIT ?) ORDER BY run_id DESC LIMIT ?";
    }

    /** The same, of the runs that an agent takes part in or that are open to all. */
    public List<Row> before(
            Sql sql, Space space, AgentName agent, @Nullable String before, int limit)
            throws SQLException {
        return sql.rows(
                ofAgent(before),
                this::read,
                present(
                        space.value(),
                        space.value(),
                        agent.value(),
                        before,
                        limit,
                        space.value(),
                        before,
                        limit,
                        limit));
    }

    /** Takes a page of either sort from its index, so that the runs of others cost nothing. */
    static String ofAgent(@Nullable String before) {
        return "SELECT "
                + COLUMNS
                + " FROM runs WHERE space = ? AND run_id IN ("
                + "SELECT run_id FROM (SELECT DISTINCT run_id FROM participants"
                + " WHERE space = ? AND agent = ?"
                + older(before)
                + " ORDER BY run_id DESC LIMIT ?) AS taking_part"
                + " UNION ALL SELECT run_id FROM (SELECT run_id FROM runs"
                + " WHERE space = ? AND protocol = 'open'"
                + older(before)
                + " ORDER BY run_id DESC LIMIT ?) AS open_to_all)"
                + " ORDER BY run_id DESC LIMIT ?";
    }

    private static String older(@Nullable String before) {
        return before == null ? "" : " AND run_id < ?";
    }

    private static Object[] present(@Nullable Object... arguments) {
        return Stream.of(arguments).filter(Objects::nonNull).toArray();
    }

    @Override
    protected boolean isRemembered() {
        return true;
    }

    @Override
    protected Object[] key(RunKey key) {
        return new Object[] {key.space().value(), key.run().value()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                RunKey.of(row.getString(1), row.getString(2)),
                new SessionId(row.getString(3)),
                Wire.read(RunProtocol.class, "protocol", row.getString(4)),
                row.getLong(6),
                row.getString(7),
                Instant.ofEpochMilli(row.getLong(8)),
                row.getInt(9),
                new Standing(
                        Wire.read(RunStatus.class, "status", row.getString(5)),
                        row.getInt(10) == 1,
                        row.getInt(11),
                        row.getInt(12),
                        row.getString(13),
                        row.getString(14),
                        row.getString(15)),
                row.getLong(16),
                row.getLong(17));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(3, row.session.value());
        statement.setString(4, Wire.name(row.protocol));
        statement.setString(5, Wire.name(row.status()));
        statement.setLong(6, row.head);
        statement.setString(7, row.createdBy);
        statement.setLong(8, row.createdAt.toEpochMilli());
        statement.setInt(9, row.roster);
        statement.setInt(10, row.standing.paused() ? 1 : 0);
        statement.setInt(11, row.standing.openMatters());
        statement.setInt(12, row.standing.silent());
        statement.setString(13, row.standing.reason());
        statement.setString(14, row.standing.question());
        statement.setString(15, row.standing.summary());
        statement.setLong(16, row.internal);
        statement.setLong(17, row.spoken);
    }
}
