package dev.parley.store.table;

import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** How far each space's events reach. */
public final class EventHeadTable extends Table<Space, EventHeadTable.Row> {
    public static final EventHeadTable TABLE = new EventHeadTable();

    /**
     * How far.
     *
     * @param head the newest event
     * @param gone the newest of those that are no longer kept
     * @param bytes roughly what those that are take
     */
    public record Row(Space space, long head, long gone, long bytes) {
        public static Row of(Space space) {
            return new Row(space, 0, 0, 0);
        }

        /** The name under which nodes hold a space's events against each other. */
        public static String lock(Space space) {
            return "events/" + space;
        }

        public Row grown(long more) {
            return new Row(space, head + 1, gone, bytes + more);
        }

        public Row shrunk(long upTo, long less) {
            return new Row(space, head, Math.max(gone, upTo), Math.max(0, bytes - less));
        }
    }

    private EventHeadTable() {
        super("event_heads", List.of("space"), Row::space, List.of("head", "gone", "bytes"), false);
    }

    public Row of(Sql sql, Space space) throws SQLException {
        Optional<Row> found =
                sql.row(
                        "SELECT space, head, gone, bytes FROM event_heads WHERE space = ?",
                        this::read,
                        space.value());
        return found.orElseGet(() -> Row.of(space));
    }

    /** Every space that has events, up to a limit. */
    public List<Row> all(Sql sql, int limit) throws SQLException {
        return sql.rows(
                "SELECT space, head, gone, bytes FROM event_heads WHERE head > gone"
                        + " ORDER BY space LIMIT ?",
                this::read,
                limit);
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
        return new Row(new Space(row.getString(1)), row.getLong(2), row.getLong(3), row.getLong(4));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(2, row.head);
        statement.setLong(3, row.gone);
        statement.setLong(4, row.bytes);
    }
}
