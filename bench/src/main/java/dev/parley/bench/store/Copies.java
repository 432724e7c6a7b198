package dev.parley.bench.store;

import dev.parley.store.Sql;
import dev.parley.store.table.RunKey;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Copies tasks that the engine has written, with all rows of their runs, by statements over whole
 * tables: the only way to have a million of them within minutes. A copy differs in the id of its
 * run and in its place in the queue and in inboxes; ids of messages are unique within a run only.
 */
final class Copies {
    /** Few enough that no statement takes longer than a database lets one take. */
    private static final int ROWS = 50_000;

    private static final Map<String, Set<String>> GIVEN_BY_THE_DATABASE =
            Map.of("messages", Set.of("place"), "feed", Set.of("position", "tx", "n"));

    /** Everything by which an engine knows the run of a task; {@code i} numbers the copies. */
    private static final List<String> TABLES =
            List.of(
                    "runs",
                    "participants",
                    "run_agents",
                    "messages",
                    "receipts",
                    "inbox",
                    "outbox",
                    "feed",
                    "tasks");

    /** As long as an id of the hub's, and sorted before all of them. */
    private static final String ID = "'run_0' || (10000000 + n.i) || substr(m.run_id, 14)";

    /** One millisecond later than the copy before. */
    private static final String PLACE = "m.place + n.i * 1048576";

    private final Sql sql;

    Copies(Sql sql) {
        this.sql = sql;
    }

    /** So many copies of each of the tasks, in turn: one of each, then the next of each. */
    void make(List<RunKey> models, int each) throws SQLException {
        sql.execute("CREATE TEMPORARY TABLE models (run_id TEXT)");
        for (var model : models) {
            sql.update("INSERT INTO models (run_id) VALUES (?)", model.run().value());
        }
        for (var table : TABLES) {
            sql.execute(
                    "CREATE TEMPORARY TABLE model_%1$s AS SELECT m.* FROM %1$s m WHERE m.run_id IN (SELECT run_id FROM models)"
                            .formatted(table));
        }
        int step = Math.max(1, ROWS / models.size());
        for (int from = 1; from <= each; from += step) {
            for (var table : TABLES) {
                sql.execute(copy(table, from, Math.min(each, from + step - 1)));
            }
            sql.connection().commit();
        }
        for (var table : TABLES) {
            sql.execute("DROP TABLE model_" + table);
        }
        sql.execute("DROP TABLE models");
        sql.update(
                "UPDATE inbox_heads SET head = (SELECT max(position) FROM inbox i WHERE"
                        + " i.space = inbox_heads.space AND i.recipient = inbox_heads.recipient)");
        sql.connection().commit();
    }

    private String copy(String table, int from, int to) throws SQLException {
        var columns = columns(table);
        return "INSERT INTO %1$s (%2$s) WITH RECURSIVE n(i) AS (SELECT CAST(%3$d AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i < %4$d) SELECT %5$s FROM n CROSS JOIN model_%1$s m"
                .formatted(
                        table,
                        String.join(", ", columns),
                        from,
                        to,
                        columns.stream().map(Copies::value).collect(Collectors.joining(", ")));
    }

    private static String value(String column) {
        return switch (column) {
            case "run_id" -> ID;
            case "place" -> PLACE;
            // Where several are copied, none of them has anything in an inbox.
            case "position" -> "m.position + n.i";
            default -> "m." + column;
        };
    }

    private List<String> columns(String table) throws SQLException {
        var given = GIVEN_BY_THE_DATABASE.getOrDefault(table, Set.of());
        var names = new ArrayList<String>();
        var known = sql.prepare("SELECT * FROM " + table).getMetaData();
        for (int i = 1; i <= known.getColumnCount(); i++) {
            if (!given.contains(known.getColumnName(i))) {
                names.add(known.getColumnName(i));
            }
        }
        return names;
    }
}
