package dev.parley.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the store knows of itself, as words and values. */
public final class Meta extends Table<String, Meta.Entry> {
    public static final Meta TABLE = new Meta();

    /** Renewed whenever the log may have gone back in time, so that old cursors are recognised. */
    public static final String EPOCH = "epoch";

    /** The database server this log was last written on. */
    public static final String SYSTEM = "system-identifier";

    /** How many milliseconds hubs have watched. */
    public static final String HUB_TIME = "hub-time";

    private static final String PROBE = "probe";

    /** One word and its value. */
    public record Entry(String key, String value) {}

    private Meta() {
        super("meta", List.of("key"), Entry::key, List.of("value"), false);
    }

    static Command<Boolean> probe(Instant now) {
        return tx -> {
            tx.rows(TABLE).put(new Entry(PROBE, now.toString()));
            return true;
        };
    }

    public Optional<String> value(Sql sql, String key) throws SQLException {
        return sql.row("SELECT value FROM meta WHERE key = ?", row -> row.getString(1), key);
    }

    @Override
    protected Object[] key(String key) {
        return new Object[] {key};
    }

    @Override
    protected Entry read(ResultSet row) throws SQLException {
        return new Entry(row.getString(1), row.getString(2));
    }

    @Override
    protected void bind(PreparedStatement statement, Entry row) throws SQLException {
        statement.setString(2, row.value);
    }
}
