package dev.parley.guard;

import dev.parley.protocol.Problem;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds agents that would all wait for each other. */
public final class Cycle {
    /** As many agents as are asked whom they wait for. */
    private static final int MAX_SEEN = 1_000;

    private Cycle() {}

    /** Whom an agent waits for now. */
    public interface Graph {
        List<String> waitsFor(String agent) throws SQLException;
    }

    /** The shortest circle that is closed when one agent begins to wait for another. */
    public static Optional<Trip> closedBy(String asker, String asked, Graph graph)
            throws SQLException {
        Map<String, String> reachedFrom = new HashMap<>();
        var open = new ArrayDeque<String>();
        reachedFrom.put(asked, asker);
        open.add(asked);
        while (!open.isEmpty() && reachedFrom.size() <= MAX_SEEN) {
            var agent = open.remove();
            if (agent.equals(asker)) {
                return Optional.of(new Trip(Problem.CYCLE, words(asker, reachedFrom)));
            }
            for (var next : graph.waitsFor(agent)) {
                if (reachedFrom.putIfAbsent(next, agent) == null) {
                    open.add(next);
                }
            }
        }
        return Optional.empty();
    }

    private static String words(String asker, Map<String, String> reachedFrom) {
        List<String> circle = new ArrayList<>(List.of(asker));
        var agent = reachedFrom.get(asker);
        while (agent != null && !agent.equals(asker)) {
            circle.addFirst(agent);
            agent = reachedFrom.get(agent);
        }
        circle.addFirst(asker);
        return String.join(" waits for ", circle);
    }
}
