package dev.parley.store.table;

import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How many bytes of blobs each space holds. */
public final class BlobTotalTable extends Table<Space, BlobTotalTable.Row> {
    public static final BlobTotalTable TABLE = new BlobTotalTable();

    /** One space's sum. */
    public record Row(Space space, long bytes) {}

    private BlobTotalTable() {
        super("blob_totals", List.of("space"), Row::space, List.of("bytes"), false);
    }

    /** Every space that holds any. */
    public Map<String, Long> all(Sql sql) throws SQLException {
        var totals = new TreeMap<String, Long>();
        sql.rows(
                "SELECT space, bytes FROM blob_totals WHERE bytes <> 0",
                row -> totals.put(row.getString(1), row.getLong(2)));
        return totals;
    }

    @Override
    protected Object[] key(Space key) {
        return new Object[] {key.value()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(new Space(row.getString(1)), row.getLong(2));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(2, row.bytes);
    }
}
