package dev.parley.store.table;

import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Which run was opened for what names none. */
public final class OccasionTable extends Table<OccasionTable.Key, OccasionTable.Row> {
    public static final OccasionTable TABLE = new OccasionTable();

    /**
     * What a run was opened for.
     *
     * @param occasion parts that hold no slash, with slashes between them
     */
    public record Key(Space space, String occasion) {
        public String lock() {
            return "occasion/" + space + "/" + occasion;
        }
    }

    /** The run that was. */
    public record Row(Key key, RunId run) {}

    private OccasionTable() {
        super("occasions", List.of("space", "occasion"), Row::key, List.of("run_id"), false);
    }

    public Optional<RunId> find(Sql sql, Key key) throws SQLException {
        return sql.row(
                        "SELECT space, occasion, run_id FROM occasions"
                                + " WHERE space = ? AND occasion = ?",
                        this::read,
                        key(key))
                .map(Row::run);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.space.value(), key.occasion};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(new Space(row.getString(1)), row.getString(2)),
                new RunId(row.getString(3)));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(3, row.run.value());
    }
}
