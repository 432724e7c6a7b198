package dev.parley.store.table;

import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How many dead letters each holder has had, and how many of them made room for newer ones. */
public final class DeadLetterHeadTable
        extends Table<DeadLetterHeadTable.Key, DeadLetterHeadTable.Row> {
    public static final DeadLetterHeadTable TABLE = new DeadLetterHeadTable();

    /** A token by its id, or an agent by its name. */
    public record Key(Space space, String holder) {
        /** The name under which nodes hold a holder's letters against each other. */
        public String lock() {
            return "dead/" + space + "/" + holder;
        }
    }

    /** The number of the newest letter, and how many were dropped. */
    public record Row(Key key, @Nullable String agent, long head, long dropped) {}

    private DeadLetterHeadTable() {
        super(
                "dead_letter_heads",
                List.of("space", "holder"),
                Row::key,
                List.of("agent", "head", "dropped"),
                false);
    }

    /** How many were dropped in a space; of one agent's, if one is given. */
    public long dropped(Sql sql, Space space, @Nullable String agent) throws SQLException {
        var all = "SELECT coalesce(sum(dropped), 0) FROM dead_letter_heads WHERE space = ?";
        return agent == null
                ? sql.number(all, space.value())
                : sql.number(all + " AND agent = ?", space.value(), agent);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.space.value(), key.holder};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(new Space(row.getString(1)), row.getString(2)),
                row.getString(3),
                row.getLong(4),
                row.getLong(5));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(3, row.agent);
        statement.setLong(4, row.head);
        statement.setLong(5, row.dropped);
    }
}
