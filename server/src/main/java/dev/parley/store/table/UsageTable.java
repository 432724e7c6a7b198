package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;

/** What models have used, for each run and for each agent on each day. */
public final class UsageTable extends Table<UsageTable.Key, UsageTable.Row> {
    private static final List<String> REST =
            List.of(
                    "calls",
                    "input_tokens",
                    "output_tokens",
                    "cost",
                    "below_calls",
                    "below_input",
                    "below_output",
                    "below_cost");

    private static final String FIND =
            "SELECT space, subject, "
                    + String.join(", ", REST)
                    + " FROM model_usage WHERE space = ? AND subject = ?";

    public static final UsageTable TABLE = new UsageTable();

    /** Of whom it is told what was used. */
    public record Key(Space space, String subject) {
        public static Key of(RunKey run) {
            return new Key(run.space(), "run/" + run.run());
        }

        public static Key of(Space space, AgentName agent, LocalDate day) {
            return new Key(space, "agent/" + agent + "/" + day);
        }

        public String lock() {
            return "usage/" + space + "/" + subject;
        }
    }

    /**
     * What was used.
     *
     * @param own in it
     * @param below in other runs on its behalf
     */
    public record Row(Key key, Usage own, Usage below) {
        public static Row none(Key key) {
            return new Row(key, Usage.NONE, Usage.NONE);
        }

        public Usage all() {
            return own.plus(below);
        }
    }

    private UsageTable() {
        super("model_usage", List.of("space", "subject"), Row::key, REST, false);
    }

    /** What was used so far, be it nothing. */
    public Row find(Sql sql, Key key) throws SQLException {
        return sql.row(FIND, this::read, key(key)).orElseGet(() -> Row.none(key));
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.space.value(), key.subject};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(new Space(row.getString(1)), row.getString(2)),
                usage(row, 3),
                usage(row, 7));
    }

    private static Usage usage(ResultSet row, int from) throws SQLException {
        return new Usage(
                row.getLong(from),
                row.getLong(from + 1),
                row.getLong(from + 2),
                row.getLong(from + 3));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        bind(statement, 3, row.own);
        bind(statement, 7, row.below);
    }

    private static void bind(PreparedStatement statement, int from, Usage usage)
            throws SQLException {
        statement.setLong(from, usage.calls());
        statement.setLong(from + 1, usage.input());
        statement.setLong(from + 2, usage.output());
        statement.setLong(from + 3, usage.cost());
    }
}
