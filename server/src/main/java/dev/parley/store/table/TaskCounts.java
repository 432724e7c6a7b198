package dev.parley.store.table;

import dev.parley.protocol.Space;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How many tasks there are, and how long the oldest has waited. */
public final class TaskCounts {
    static final String COUNT_QUEUED =
            "SELECT count(*) FROM (SELECT 1 FROM tasks WHERE state = 'queued' LIMIT ?) AS counted";

    static final String COUNT_HELD =
            "SELECT count(*) FROM (SELECT 1 FROM tasks WHERE due IS NOT NULL LIMIT ?) AS counted";

    /** Ids of runs grow with time, and every space with tasks has a newest route. */
    static final String OLDEST =
            """
            SELECT min(t.created_at) FROM route_heads h
            JOIN tasks t ON t.space = h.space AND t.run_id = (
                SELECT x.run_id FROM tasks x WHERE x.space = h.space AND x.state = 'queued'
                ORDER BY x.run_id LIMIT 1)
            """;

    static final String COUNT_IN_STATE =
            "SELECT count(*) FROM (SELECT 1 FROM tasks WHERE space = ? AND state = ? LIMIT ?)"
                    + " AS counted";

    static final String OLDEST_IN_STATE =
            "SELECT created_at FROM tasks WHERE space = ? AND run_id = (SELECT run_id FROM tasks"
                    + " WHERE space = ? AND state = ? ORDER BY run_id LIMIT 1)";

    private TaskCounts() {}

    /**
     * What there is in all spaces, as far as a limit.
     *
     * @param oldest when the oldest task that waits was created; null when none waits
     */
    public record Totals(long queued, long held, @Nullable Instant oldest) {
        public static final Totals NONE = new Totals(0, 0, null);
    }

    /**
     * The tasks of a space that are in one state, as far as a limit.
     *
     * @param oldest when the oldest of them was created; null when there is none
     */
    public record Column(TaskState state, long count, @Nullable Instant oldest) {}

    public static Column column(Sql sql, Space space, TaskState state, int limit)
            throws SQLException {
        var word = Wire.name(state);
        long oldest = sql.number(OLDEST_IN_STATE, space.value(), space.value(), word);
        return new Column(
                state,
                sql.number(COUNT_IN_STATE, space.value(), word, limit),
                oldest == 0 ? null : Instant.ofEpochMilli(oldest));
    }

    public static Totals totals(Sql sql, int limit) throws SQLException {
        long oldest = sql.number(OLDEST);
        return new Totals(
                sql.number(COUNT_QUEUED, limit),
                sql.number(COUNT_HELD, limit),
                oldest == 0 ? null : Instant.ofEpochMilli(oldest));
    }
}
