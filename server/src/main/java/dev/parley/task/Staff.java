package dev.parley.task;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.TaskRow;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who is there to do the tasks of a space at one moment.
 *
 * @param crews those that ask for work
 * @param present agents that are there although nobody of theirs asks for work, as far as a task is
 *     for them
 */
record Staff(List<CrewTable.Row> crews, Set<AgentName> present) {
    /** Of more workers than that only so many are looked at. */
    static final int MAX_CREWS = 200;

    private static final List<String> NUMBERS =
            List.of(
                    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
                    "ten");

    /** Why none of them has claimed a task that is queued, in words. */
    String reason(TaskRow.Queue task) {
        if (task.route() < 0) {
            return "its run is paused";
        }
        var named = crews.stream().filter(crew -> isFor(task, crew)).toList();
        if (named.isEmpty()) {
            return task.target().isEmpty()
                    ? "no worker is online"
                    : "it is for " + task.target() + whereabouts(new AgentName(task.target()));
        }
        var fit = named.stream().filter(crew -> crew.key().has().suffice(task.needs())).toList();
        return fit.isEmpty()
                ? lacked(task.needs(), named)
                : "it waits its turn: " + workers(fit) + " may claim it";
    }

    private static boolean isFor(TaskRow.Queue task, CrewTable.Row crew) {
        return task.target().isEmpty() || task.target().equals(crew.key().agent().value());
    }

    /** Who works, or only reads its mail, is there and yet asks for nothing to do. */
    private String whereabouts(AgentName agent) {
        return present.contains(agent)
                ? ", which is online but does not ask for work at present"
                : ", and no worker of that name is online";
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
