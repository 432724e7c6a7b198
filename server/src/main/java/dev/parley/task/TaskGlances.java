package dev.parley.task;

import dev.parley.access.Principal;
import dev.parley.run.Search;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists of tasks with what people want to know of each before they open it. */
final class TaskGlances {
    /** Sorts after the id of every run. */
    private static final String END = "~";

    private final Store store;
    private final Why why;

    TaskGlances(Store store, Why why) {
        this.store = store;
        this.why = why;
    }

    Search.Page<TaskGlance> page(
            Principal caller, TaskFilter filter, @Nullable String before, int limit) {
        var page =
                new Search<>(
                                (place, window) ->
                                        store.read(sql -> look(sql, caller, filter, place, window)),
                                glance -> glance.task().key().run().value(),
                                filter::admits,
                                isCoveredByWalk(caller, filter))
                        .page(before, limit);
        return new Search.Page<>(explained(caller, page.items()), page.next());
    }

    /** Whether every task on the walk is one that is wanted. */
    private static boolean isCoveredByWalk(Principal caller, TaskFilter filter) {
        return filter.text() == null && (filter.agent() == null || caller.speaksFor().isEmpty());
    }

    private static List<TaskGlance> look(
            Sql sql, Principal caller, TaskFilter filter, @Nullable String before, int limit)
            throws SQLException {
        var tasks = walk(sql, caller, filter, Objects.requireNonNullElse(before, END), limit);
        var runs = tasks.stream().map(task -> task.key().run()).toList();
        var summaries = MessageTable.TABLE.first(sql, caller.space(), runs);
        return tasks.stream()
                .map(task -> glance(task, summaries.getOrDefault(task.key().run(), "")))
                .toList();
    }

    private static TaskGlance glance(TaskRow task, String summary) {
        return new TaskGlance(task, summary, null);
    }

    /** The tasks among which to look, by the index that leaves out most. */
    private static List<TaskRow> walk(
            Sql sql, Principal caller, TaskFilter filter, String before, int limit)
            throws SQLException {
        var agent = caller.speaksFor().or(() -> Optional.ofNullable(filter.agent()));
        var state = filter.state();
        return agent.isPresent()
                ? TaskTable.TABLE.before(sql, caller.space(), agent.get(), state, before, limit)
                : TaskTable.TABLE.before(sql, caller.space(), state, before, limit);
    }

    private List<TaskGlance> explained(Principal caller, List<TaskGlance> glances) {
        var tasks = glances.stream().map(TaskGlance::task).toList();
        var reasons = store.read(sql -> why.of(sql, caller.space(), tasks));
        return glances.stream()
                .map(glance -> glance.because(reasons.get(glance.task().key())))
                .toList();
    }
}
