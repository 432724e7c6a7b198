package dev.parley.task;

import dev.parley.agent.Presence;
import dev.parley.clock.HubTime;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.protocol.TaskState;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.InstanceTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in words why nobody has claimed a task. */
public final class Why {
    private final Store store;
    private final HubTime time;

    public Why(Store store, HubTime time) {
        this.store = store;
        this.time = time;
    }

    /** The reason; null when it is not waiting to be claimed. */
    public @Nullable String of(TaskRow task) {
        return isQueued(task)
                ? store.read(sql -> staff(sql, task.key().space(), List.of(task)))
                        .reason(task.queue())
                : null;
    }

    /** The reasons of those that wait to be claimed, for which staff is looked at once. */
    Map<RunKey, String> of(Sql sql, Space space, List<TaskRow> tasks) throws SQLException {
        var queued = tasks.stream().filter(Why::isQueued).toList();
        if (queued.isEmpty()) {
            return Map.of();
        }
        var staff = staff(sql, space, queued);
        return queued.stream()
                .collect(Collectors.toMap(TaskRow::key, task -> staff.reason(task.queue())));
    }

    private static boolean isQueued(TaskRow task) {
        return task.state() == TaskState.QUEUED;
    }

    /** Whoever is online, and whoever else some tasks are for. */
    private Staff staff(Sql sql, Space space, List<TaskRow> tasks) throws SQLException {
        long since = time.now() - Presence.ONLINE.toMillis();
        var crews = CrewTable.TABLE.since(sql, space, since, Staff.MAX_CREWS);
        var asking =
                crews.stream().map(crew -> crew.key().agent().value()).collect(Collectors.toSet());
        var others =
                tasks.stream()
                        .map(task -> task.queue().target())
                        .filter(target -> !target.isEmpty() && !asking.contains(target))
                        .distinct()
                        .map(AgentName::new)
                        .toList();
        return new Staff(crews, InstanceTable.TABLE.live(sql, space, others, since));
    }
}
