package dev.parley.store.table;

import dev.parley.protocol.MessageId;
import dev.parley.protocol.Space;
import dev.parley.protocol.ToolStatus;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls of tools in all runs, and how they ended. */
public final class ToolRecordTable extends Table<ToolCallTable.Key, ToolRecordTable.Row> {
    private static final List<String> REST =
            List.of("tool", "agent", "status", "decided_by", "started_at", "ended_at");

    /** Takes the page from its index, else SQLite would walk the table. */
    static final String BEFORE =
            "SELECT space, run_id, call_id, "
                    + String.join(", ", REST)
                    + " FROM tool_records WHERE space = ? AND (run_id, call_id) IN (SELECT run_id,"
                    + " call_id FROM (SELECT run_id, call_id FROM tool_records WHERE space = ?"
                    + " AND (started_at, run_id, call_id) < (?, ?, ?) ORDER BY started_at DESC,"
                    + " run_id DESC, call_id DESC LIMIT ?) AS page)"
                    + " ORDER BY started_at DESC, run_id DESC, call_id DESC";

    static final String FORGET =
            "DELETE FROM tool_records WHERE space = ? AND (run_id, call_id) IN (SELECT run_id,"
                    + " call_id FROM (SELECT run_id, call_id FROM tool_records WHERE space = ?"
                    + " ORDER BY started_at DESC, run_id DESC, call_id DESC LIMIT ? OFFSET ?)"
                    + " AS page)";

    public static final ToolRecordTable TABLE = new ToolRecordTable();

    /**
     * A call.
     *
     * @param decidedBy the person who has approved it; null where nobody had to
     * @param endedAt null while it runs
     */
    public record Row(
            ToolCallTable.Key key,
            String tool,
            String agent,
            ToolStatus status,
            @Nullable String decidedBy,
            Instant startedAt,
            @Nullable Instant endedAt) {
        public Row ended(ToolStatus how, Instant at) {
            return new Row(key, tool, agent, how, decidedBy, startedAt, at);
        }
    }

    /** A place in the list, newest first. */
    public record Place(Instant startedAt, String run, String call) {
        public static final Place END = new Place(Instant.ofEpochMilli(Long.MAX_VALUE), "", "");

        public static Place of(Row row) {
            return new Place(row.startedAt, row.key.run().run().value(), row.key.call().value());
        }
    }

    private ToolRecordTable() {
        super("tool_records", List.of("space", "run_id", "call_id"), Row::key, REST, false);
    }

    /** Those of a space before a place, newest first. */
    public List<Row> before(Sql sql, Space space, Place place, int limit) throws SQLException {
        return sql.rows(
                BEFORE,
                this::read,
                space.value(),
                space.value(),
                place.startedAt.toEpochMilli(),
                place.run,
                place.call,
                limit);
    }

    /** The spaces that have more than so many. */
    public List<Space> beyond(Sql sql, int kept) throws SQLException {
        return sql.rows(
                "SELECT space FROM tool_records GROUP BY space HAVING count(*) > ?",
                row -> new Space(row.getString(1)),
                kept);
    }

    /** Forgets some of a space beside its newest ones; says how many. */
    public int forget(Sql sql, Space space, int kept, int limit) throws SQLException {
        return sql.update(FORGET, space.value(), space.value(), limit, kept);
    }

    @Override
    protected Object[] key(ToolCallTable.Key key) {
        return new Object[] {
            key.run().space().value(), key.run().run().value(), key.call().value()
        };
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new ToolCallTable.Key(
                        RunKey.of(row.getString(1), row.getString(2)),
                        new MessageId(row.getString(3))),
                row.getString(4),
                row.getString(5),
                Wire.read(ToolStatus.class, "status", row.getString(6)),
                row.getString(7),
                Instant.ofEpochMilli(row.getLong(8)),
                Columns.instant(row, 9));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(4, row.tool);
        statement.setString(5, row.agent);
        statement.setString(6, Wire.name(row.status));
        statement.setString(7, row.decidedBy);
        statement.setLong(8, row.startedAt.toEpochMilli());
        Columns.bind(statement, 9, row.endedAt);
    }
}
