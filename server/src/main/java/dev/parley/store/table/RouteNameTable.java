package dev.parley.store.table;

import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Space;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** On which route a new task is put. */
public final class RouteNameTable extends Table<RouteNameTable.Key, RouteNameTable.Row> {
    public static final RouteNameTable TABLE = new RouteNameTable();

    /** What tasks on one route have in common: the agent they are for and what they take. */
    public record Key(Space space, String target, Capabilities needs) {
        /** The name under which nodes hold a space's routes against each other. */
        public String lock() {
            return "routes/" + space;
        }

        /** The name under which nodes hold what is next on the route against each other. */
        public String front() {
            return "front/" + space + "/" + target + "/" + needs;
        }
    }

    /** The route's number. */
    public record Row(Key key, long number) {}

    private RouteNameTable() {
        super(
                "route_names",
                List.of("space", "target", "needs"),
                Row::key,
                List.of("number"),
                false);
    }

    @Override
    protected boolean isRemembered() {
        return true;
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.space.value(), key.target, key.needs.toString()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(
                        new Space(row.getString(1)),
                        row.getString(2),
                        Capabilities.parse(row.getString(3))),
                row.getLong(4));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(4, row.number);
    }
}
