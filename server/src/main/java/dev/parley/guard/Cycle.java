package dev.parley.guard;

import dev.parley.protocol.Problem;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds agents that all wait for each other, or would. */
public final class Cycle {
    /** As many agents as are asked whom they wait for. */
    private static final int MAX_SEEN = 1_000;

    private Cycle() {}

    /**
     * One agent waits for another.
     *
     * @param by what tells it from every other such wait
     */
    public record Wait<T>(String asker, String asked, T by) {}

    /** What an agent waits for now. */
    public interface Waits<T> {
        List<Wait<T>> of(String agent) throws SQLException;
    }

    /** The shortest circle that is closed when an agent begins to wait; empty if none is. */
    public static <T> List<Wait<T>> closedBy(Wait<T> next, Waits<T> waits) throws SQLException {
        return through(
                next.asker(),
                agent -> agent.equals(next.asker()) ? List.of(next) : waits.of(agent));
    }

    /** What is to be said of a circle. */
    public static <T> Trip trip(List<Wait<T>> circle) {
        var agents = new ArrayList<>(List.of(circle.getFirst().asker()));
        circle.forEach(wait -> agents.add(wait.asked()));
        return new Trip(Problem.CYCLE, String.join(" waits for ", agents));
    }

    /** The shortest circle of waits that begins and ends with an agent; empty if there is none. */
    public static <T> List<Wait<T>> through(String agent, Waits<T> waits) throws SQLException {
        Map<String, Wait<T>> reachedBy = new HashMap<>();
        var open = new ArrayDeque<>(List.of(agent));
        while (!open.isEmpty() && reachedBy.size() <= MAX_SEEN) {
            for (var wait : waits.of(open.remove())) {
                if (reachedBy.putIfAbsent(wait.asked(), wait) == null) {
                    open.add(wait.asked());
                }
                if (wait.asked().equals(agent)) {
                    return path(agent, reachedBy);
                }
            }
        }
        return List.of();
    }

    private static <T> List<Wait<T>> path(String agent, Map<String, Wait<T>> reachedBy) {
        var path = new ArrayList<Wait<T>>();
        var reached = agent;
        do {
            var wait = reachedBy.get(reached);
            if (wait == null) {
                throw new IllegalStateException(reached + " was reached by nobody");
            }
            path.addFirst(wait);
            reached = wait.asker();
        } while (!reached.equals(agent));
        return List.copyOf(path);
    }
}
