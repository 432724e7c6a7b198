package dev.parley.store.table;

import dev.parley.store.Sql;
import java.sql.SQLException;
import java.util.List;

/** Rows whose run does not exist. */
public final class Strays {
    /** The tables whose rows belong to runs. */
    public static final List<String> TABLES =
            List.of(
                    "messages",
                    "receipts",
                    "cursors",
                    "participants",
                    "feed",
                    "inbox",
                    "outbox",
                    "ack_clocks",
                    "occasions",
                    "inbox_held",
                    "tasks",
                    "tool_calls");

    private Strays() {}

    public static long count(Sql sql, String table) throws SQLException {
        if (!TABLES.contains(table)) {
            throw new IllegalArgumentException(table);
        }
        return sql.number(
                "SELECT count(*) FROM "
                        + table
                        + " t WHERE NOT EXISTS (SELECT 1 FROM runs r"
                        + " WHERE r.space = t.space AND r.run_id = t.run_id)");
    }
}
