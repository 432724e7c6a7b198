package dev.parley.store.table;

import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How far each agent has read in each run. */
public final class CursorTable extends Table<CursorTable.Key, CursorTable.Row> {
    public static final CursorTable TABLE = new CursorTable();

    /**
     * A reader of a run.
     *
     * @param agent its name, or that of one of its instances: {@code claude/api}
     */
    public record Key(RunKey run, String agent) {
        /** Whose messages it reads. */
        public String recipient() {
            int slash = agent.indexOf('/');
            return slash < 0 ? agent : agent.substring(0, slash);
        }
    }

    /** The seq up to which it has read. */
    public record Row(Key key, long seq) {}

    private CursorTable() {
        super("cursors", List.of("space", "run_id", "agent"), Row::key, List.of("seq"), false);
    }

    /** Every cursor of the run, up to a limit. */
    public Map<String, Long> of(Sql sql, RunKey run, int limit) throws SQLException {
        var cursors = new LinkedHashMap<String, Long>();
        sql.rows(
                "SELECT agent, seq FROM cursors WHERE space = ? AND run_id = ?"
                        + " ORDER BY agent LIMIT ?",
                row -> cursors.put(row.getString(1), row.getLong(2)),
                run.space().value(),
                run.run().value(),
                limit);
        return cursors;
    }

    /** How far one agent has read; 0 when it never did. */
    public long seq(Sql sql, Key key) throws SQLException {
        return sql.number(
                "SELECT seq FROM cursors WHERE space = ? AND run_id = ? AND agent = ?", key(key));
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.run.space().value(), key.run.run().value(), key.agent};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(RunKey.of(row.getString(1), row.getString(2)), row.getString(3)),
                row.getLong(4));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(4, row.seq);
    }
}
