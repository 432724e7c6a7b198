package dev.parley.task;

import dev.parley.agent.Presence;
import dev.parley.clock.HubTime;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.TaskState;
import dev.parley.store.Store;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.InstanceTable;
import dev.parley.store.table.TaskRow;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Says in words why nobody has claimed a task. */
public final class Why {
    private static final int MAX_CREWS = 200;

    private static final List<String> NUMBERS =
            List.of(
                    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
                    "ten");

    private final Store store;
    private final HubTime time;

    public Why(Store store, HubTime time) {
        this.store = store;
        this.time = time;
    }

    /** The reason; null when it is not waiting to be claimed. */
    public @Nullable String of(TaskRow task) {
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
                    : "it is for " + queue.target() + whereabouts(task, since);
        }
        var fit = named.stream().filter(crew -> crew.key().has().suffice(queue.needs())).toList();
        return fit.isEmpty()
                ? lacked(queue.needs(), named)
                : "it waits its turn: " + workers(fit) + " may claim it";
    }

    /** Who works, or only reads its mail, is there and yet asks for nothing to do. */
    private String whereabouts(TaskRow task, long since) {
        var agent = new AgentName(task.queue().target());
        boolean isThere =
                store
                        .read(
                                sql ->
                                        InstanceTable.TABLE.of(
                                                sql,
                                                task.key().space(),
                                                agent,
                                                Presence.MAX_INSTANCES))
                        .stream()
                        .anyMatch(instance -> instance.isLive(since));
        return isThere
                ? ", which is online but does not ask for work at present"
                : ", and no worker of that name is online";
    }

    private static boolean isOf(CrewTable.Row crew, String agent) {
        return crew.key().agent().value().equals(agent);
    }

    /** What none of them has; what no one of them has all of, if each of it is there. */
    private static String lacked(Capabilities needs, List<CrewTable.Row> crews) {
        var nobodys = new TreeSet<>(needs.words());
        crews.forEach(crew -> nobodys.removeAll(crew.key().has().words()));
        if (nobodys.isEmpty()) {
            return "it needs %s of one worker; none of %s has %s"
                    .formatted(
                            all(needs.words()),
                            agents(crews).size() == 1
                                    ? "the workers of " + workers(crews)
                                    : workers(crews),
                            needs.words().size() == 2 ? "both" : "all of them");
        }
        return "it needs %s; %s %s %s"
                .formatted(
                        all(nobodys),
                        workers(crews),
                        agents(crews).size() == 1 ? "lacks" : "lack",
                        nobodys.size() == 1 ? "it" : "them");
    }

    /** One by its name, several by their number. */
    private static String workers(List<CrewTable.Row> crews) {
        var agents = agents(crews);
        int count = agents.size();
        if (count == 1) {
            return agents.getFirst();
        }
        if (crews.size() == MAX_CREWS) {
            return "the workers online";
        }
        var number = count < NUMBERS.size() ? NUMBERS.get(count) : Integer.toString(count);
        return "the " + number + " workers online";
    }

    /** An agent's workers that can do different things are several crews. */
    private static List<String> agents(List<CrewTable.Row> crews) {
        return crews.stream().map(crew -> crew.key().agent().value()).distinct().toList();
    }

    private static String all(Collection<String> words) {
        var list = List.copyOf(words);
        int last = list.size() - 1;
        return last == 0
                ? list.getFirst()
                : String.join(", ", list.subList(0, last)) + " and " + list.get(last);
    }
}
