package dev.parley.bench.store;

import dev.parley.store.Sql;
import dev.parley.store.table.RunKey;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Reads the log with a prepared statement and looks at every column but the run's own key, which
 * the engine does not look at either; makes nothing of them.
 */
final class BareReader implements AutoCloseable {
    private final Sql sql;
    private final PreparedStatement page;
    private long seen;

    BareReader(Sql sql) throws SQLException {
        this.sql = sql;
        this.page =
                sql.prepare(
                        "SELECT space, run_id, message_id, seq, kind, created_at, checksum, digest,"
                                + " body FROM messages WHERE space = ? AND run_id = ? AND seq > ?"
                                + " ORDER BY seq LIMIT ?");
    }

    /** How many rows the page has. */
    int read(RunKey run, long after, int limit) throws SQLException {
        page.setString(1, run.space().value());
        page.setString(2, run.run().value());
        page.setLong(3, after);
        page.setInt(4, limit);
        int rows = 0;
        try (var result = page.executeQuery()) {
            for (; result.next(); rows++) {
                look(result);
            }
        }
        sql.connection().commit();
        return rows;
    }

    private void look(ResultSet row) throws SQLException {
        seen += row.getString(3).length();
        seen += row.getLong(4);
        seen += row.getString(5).length();
        seen += row.getLong(6);
        seen += row.getLong(7);
        seen += row.getBytes(8).length;
        seen += row.getString(9).length();
    }

    /** Keeps the compiler from leaving the reading out. */
    long seen() {
        return seen;
    }

    @Override
    public void close() throws SQLException {
        sql.close();
    }
}
