package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.IntentTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ParticipantTable;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists of runs with what people want to know of each before they open it. */
public final class Glances {
    private final Store store;

    public Glances(Store store) {
        this.store = store;
    }

    /** Runs that the caller may see and wants, newest first, older than one if it is given. */
    public Search.Page<Glance> page(
            Principal caller, RunFilter filter, @Nullable String before, int limit) {
        return new Search<>(
                        (place, window) ->
                                store.read(
                                        sql -> look(sql, walk(sql, caller, filter, place, window))),
                        glance -> glance.row().key().run().value(),
                        filter::admits,
                        isCoveredByWalk(caller, filter))
                .page(before, limit);
    }

    /** Whether every run on the walk is one that is wanted. */
    private static boolean isCoveredByWalk(Principal caller, RunFilter filter) {
        int conditions = (filter.status() == null ? 0 : 1) + (filter.agent() == null ? 0 : 1);
        return filter.text() == null && conditions <= (caller.speaksFor().isEmpty() ? 1 : 0);
    }

    /** The runs among which to look, by the index that leaves out most. */
    private static List<RunTable.Row> walk(
            Sql sql, Principal caller, RunFilter filter, @Nullable String before, int limit)
            throws SQLException {
        var table = RunTable.TABLE;
        var space = caller.space();
        var own = caller.speaksFor();
        if (own.isPresent()) {
            return table.before(sql, space, own.get(), before, limit);
        }
        if (filter.agent() != null) {
            return table.beforeOf(sql, space, filter.agent(), before, limit);
        }
        return filter.status() == null
                ? table.before(sql, space, before, limit)
                : table.before(sql, space, filter.status(), before, limit);
    }

    private static List<Glance> look(Sql sql, List<RunTable.Row> rows) throws SQLException {
        if (rows.isEmpty()) {
            return List.of();
        }
        var space = rows.getFirst().key().space();
        var runs = rows.stream().map(row -> row.key().run()).toList();
        var agents = ParticipantTable.TABLE.of(sql, space, runs);
        var titles = titles(sql, space, runs);
        var last = MessageTable.TABLE.lastSpoken(sql, space, runs);
        return rows.stream()
                .map(
                        row ->
                                new Glance(
                                        row,
                                        titles.getOrDefault(row.key().run(), ""),
                                        agents.getOrDefault(row.key().run(), Set.of()),
                                        last.get(row.key().run())))
                .toList();
    }

    private static Map<RunId, String> titles(Sql sql, Space space, List<RunId> runs)
            throws SQLException {
        var titles = IntentTable.TABLE.objectives(sql, space, runs);
        var untitled = runs.stream().filter(run -> !titles.containsKey(run)).toList();
        titles.putAll(MessageTable.TABLE.first(sql, space, untitled));
        return titles;
    }
}
