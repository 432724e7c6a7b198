package dev.parley.task;

import dev.parley.agent.Presence;
import dev.parley.clock.HubTime;
import dev.parley.protocol.TaskState;
import dev.parley.store.Store;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.TaskTable;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Says in words why nobody has claimed a task. */
public final class Why {
    private static final int MAX_CREWS = 200;

    private final Store store;
    private final HubTime time;

    public Why(Store store, HubTime time) {
        this.store = store;
        this.time = time;
    }

    /** The reason; null when it is not waiting to be claimed. */
    public @Nullable String of(TaskTable.Row task) {
        if (task.state() != TaskState.QUEUED) {
            return null;
        }
        var queue = task.queue();
        if (queue.route() < 0) {
            return "its run is paused";
        }
        var since = time.now() - Presence.ONLINE.toMillis();
        var online =
                store.read(sql -> CrewTable.TABLE.since(sql, task.key().space(), since, MAX_CREWS));
        var named =
                online.stream()
                        .filter(crew -> queue.target().isEmpty() || isOf(crew, queue.target()))
                        .toList();
        if (named.isEmpty()) {
            return queue.target().isEmpty()
                    ? "no worker is online"
                    : "it is for " + queue.target() + ", and no worker of that name is online";
        }
        var fit = named.stream().filter(crew -> crew.key().has().suffice(queue.needs())).toList();
        return fit.isEmpty()
                ? "it needs " + lacked(queue, named) + "; " + online(named) + " lack it"
                : "it waits its turn: " + online(fit) + " may claim it";
    }

    private static boolean isOf(CrewTable.Row crew, String agent) {
        return crew.key().agent().value().equals(agent);
    }

    /** What none of them has; what they only lack together, if each of it is there. */
    private static String lacked(TaskTable.Queue queue, List<CrewTable.Row> crews) {
        SortedSet<String> all = new TreeSet<>(queue.needs().words());
        crews.forEach(crew -> all.removeAll(crew.key().has().words()));
        return all.isEmpty()
                ? String.join(" and ", queue.needs().words()) + " together"
                : String.join(", ", all);
    }

    private static String online(List<CrewTable.Row> crews) {
        var names = crews.stream().map(crew -> crew.key().agent().value()).distinct().toList();
        return names.size() > 3
                ? "the " + names.size() + " workers online"
                : String.join(" and ", names);
    }
}
