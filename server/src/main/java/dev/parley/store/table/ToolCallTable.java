package dev.parley.store.table;

import dev.parley.protocol.Address;
import dev.parley.protocol.MessageId;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Calls of tools that are under way. */
public final class ToolCallTable extends Table<ToolCallTable.Key, ToolCallTable.Row> {
    private static final List<String> REST = List.of("tool", "from_agent", "sender", "due");
    private static final String SELECT =
            "SELECT space, run_id, call_id, " + String.join(", ", REST) + " FROM tool_calls";

    public static final ToolCallTable TABLE = new ToolCallTable();

    /** A call by the message that begins it. */
    public record Key(RunKey run, MessageId call) {}

    /**
     * A call.
     *
     * @param from who calls, by its name in the run
     * @param sender the same as the log names principals
     * @param due when whoever began it must be gone, in hub time
     */
    public record Row(Key key, String tool, Address from, String sender, long due) {}

    private ToolCallTable() {
        super("tool_calls", List.of("space", "run_id", "call_id"), Row::key, REST, false);
    }

    public Optional<Row> find(Sql sql, Key key) throws SQLException {
        return sql.row(
                SELECT + " WHERE space = ? AND run_id = ? AND call_id = ?", this::read, key(key));
    }

    /**
     * Those that ought to be over at a moment of hub time, the longest due first.
     *
     * @param passed how many of them are passed over
     */
    public List<Row> due(Sql sql, long moment, int limit, int passed) throws SQLException {
        return sql.rows(
                SELECT + " WHERE due <= ? ORDER BY due, space, run_id, call_id LIMIT ? OFFSET ?",
                this::read,
                moment,
                limit,
                passed);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.run.space().value(), key.run.run().value(), key.call.value()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(
                        RunKey.of(row.getString(1), row.getString(2)),
                        new MessageId(row.getString(3))),
                row.getString(4),
                new Address(row.getString(5)),
                row.getString(6),
                row.getLong(7));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(4, row.tool);
        statement.setString(5, row.from.value());
        statement.setString(6, row.sender);
        statement.setLong(7, row.due);
    }
}
