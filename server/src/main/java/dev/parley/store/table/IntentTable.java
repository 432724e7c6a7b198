package dev.parley.store.table;

import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What the manager of a run understands the user to want. */
public final class IntentTable extends Table<RunKey, IntentTable.Row> {
    public static final IntentTable TABLE = new IntentTable();

    static final String OF_RUNS =
            "SELECT run_id, json_extract(body, '$.objective') FROM intents"
                    + " WHERE space = ? AND run_id IN ("
                    + Handfuls.MARKS
                    + ")";

    /** The snapshot, as JSON, and how often it was changed. */
    public record Row(RunKey run, long version, String body, String updatedBy, Instant updatedAt) {}

    private IntentTable() {
        super(
                "intents",
                List.of("space", "run_id"),
                Row::run,
                List.of("version", "body", "updated_by", "updated_at"),
                false);
    }

    public Optional<Row> find(Sql sql, RunKey run) throws SQLException {
        return sql.row(
                "SELECT space, run_id, version, body, updated_by, updated_at FROM intents"
                        + " WHERE space = ? AND run_id = ?",
                this::read,
                key(run));
    }

    /** What is wanted in some runs in which that was said. */
    public Map<RunId, String> objectives(Sql sql, Space space, List<RunId> runs)
            throws SQLException {
        var found = new HashMap<RunId, String>();
        Handfuls.each(
                sql,
                OF_RUNS,
                space,
                runs,
                row -> {
                    var run = new RunId(row.getString(1));
                    found.put(run, Objects.requireNonNullElse(row.getString(2), ""));
                    return run;
                });
        found.values().removeIf(String::isBlank);
        return found;
    }

    @Override
    protected boolean isRemembered() {
        return true;
    }

    @Override
    protected Object[] key(RunKey run) {
        return new Object[] {run.space().value(), run.run().value()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                RunKey.of(row.getString(1), row.getString(2)),
                row.getLong(3),
                row.getString(4),
                row.getString(5),
                Instant.ofEpochMilli(row.getLong(6)));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(3, row.version);
        statement.setString(4, row.body);
        statement.setString(5, row.updatedBy);
        statement.setLong(6, row.updatedAt.toEpochMilli());
    }
}
