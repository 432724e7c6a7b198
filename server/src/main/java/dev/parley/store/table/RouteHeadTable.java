package dev.parley.store.table;

import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import dev.parley.store.Tx;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** The newest route of each space. */
public final class RouteHeadTable extends Table<Space, RouteHeadTable.Row> {
    public static final RouteHeadTable TABLE = new RouteHeadTable();

    /** Its number. */
    public record Row(Space space, long number) {}

    private RouteHeadTable() {
        super("route_heads", List.of("space"), Row::space, List.of("number"), false);
    }

    /** The number of the newest route; 0 when there is none. */
    public long of(Tx tx, Space space) throws SQLException {
        return tx.rows(this).find(space).map(Row::number).orElse(0L);
    }

    public long of(Sql sql, Space space) throws SQLException {
        return sql.number("SELECT number FROM route_heads WHERE space = ?", space.value());
    }

    @Override
    protected boolean isRemembered() {
        return true;
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
        statement.setLong(2, row.number);
    }
}
