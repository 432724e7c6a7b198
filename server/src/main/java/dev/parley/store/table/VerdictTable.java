package dev.parley.store.table;

import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Whether what was reported is what was asked for. */
public final class VerdictTable extends Table<VerdictTable.Key, VerdictTable.Row> {
    public static final VerdictTable TABLE = new VerdictTable();

    /** A report by its place in its run. */
    public record Key(RunKey run, long seq) {}

    /**
     * A verdict.
     *
     * @param by whose it is: the hub's own rule, or a model's
     */
    public record Row(Key key, boolean completed, String reason, String by) {}

    private VerdictTable() {
        super(
                "verdicts",
                List.of("space", "run_id", "seq"),
                Row::key,
                List.of("completed", "reason", "judged_by"),
                false);
    }

    /** Those of a run from one message to another. */
    public List<Row> between(Sql sql, RunKey run, long from, long to) throws SQLException {
        return sql.rows(
                "SELECT space, run_id, seq, completed, reason, judged_by FROM verdicts"
                        + " WHERE space = ? AND run_id = ? AND seq >= ? AND seq <= ?",
                this::read,
                run.space().value(),
                run.run().value(),
                from,
                to);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.run.space().value(), key.run.run().value(), key.seq};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(RunKey.of(row.getString(1), row.getString(2)), row.getLong(3)),
                row.getInt(4) != 0,
                row.getString(5),
                row.getString(6));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setInt(4, row.completed ? 1 : 0);
        statement.setString(5, row.reason);
        statement.setString(6, row.by);
    }
}
