package dev.parley.task;

import dev.parley.store.Tx;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.FrontTable;
import dev.parley.store.table.OpenRouteTable;
import dev.parley.store.table.OpenRouteTable.Queued;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the route that a crew should claim from next, and mends what is noted of routes. Looks at
 * them in the order of what they promise, until what was found is no worse than what the rest
 * promises: nearly always that is the first.
 */
final class Fronts {
    /** How many are looked at, and how many if those did not suffice. */
    private static final List<Integer> DEPTHS = List.of(1, 32, 400);

    /** How many tasks of a route are tried before whoever holds them is left alone. */
    private static final int TRIES = 16;

    private final Tx tx;
    private final Map<FrontTable.Key, Found> seen = new HashMap<>();

    Fronts(Tx tx) {
        this.tx = tx;
    }

    /**
     * What lies on a route.
     *
     * @param front what was noted of it
     * @param queued its next tasks that can still be done
     * @param isHeld whether what is noted may be changed
     */
    record Found(FrontTable.Row front, List<Queued> queued, boolean isHeld) {
        /** How good its next task is. */
        private FrontTable.Row actual() {
            return front.at(queued.getFirst().priority(), queued.getFirst().place());
        }
    }

    /** The best route that is open to a crew. */
    Optional<Found> next(CrewTable.Row crew) throws SQLException {
        Found best = null;
        for (int depth : DEPTHS) {
            var fronts = FrontTable.TABLE.first(tx.settled(), crew, depth);
            best = best(fronts);
            boolean isSure = best != null && !fronts.getLast().isBefore(best.actual());
            if (isSure || fronts.size() < depth) {
                break;
            }
        }
        return Optional.ofNullable(best);
    }

    private @Nullable Found best(List<FrontTable.Row> inOrder) throws SQLException {
        Found best = null;
        for (var front : inOrder) {
            if (best != null && !front.isBefore(best.actual())) {
                return best;
            }
            var found = look(front);
            if (!found.queued.isEmpty()
                    && (best == null || found.actual().isBefore(best.actual()))) {
                best = found;
            }
        }
        return best;
    }

    private Found look(FrontTable.Row front) throws SQLException {
        var known = seen.get(front.key());
        if (known != null) {
            return known;
        }
        boolean isHeld = tx.tryHold(front.lock());
        var queued = OpenRouteTable.TABLE.queued(tx.settled(), front.key(), tx.now(), TRIES);
        var found = new Found(front, queued, isHeld);
        seen.put(front.key(), found);
        if (isHeld && (queued.isEmpty() || front.isBefore(found.actual()))) {
            note(front, queued);
        }
        return found;
    }

    /** The first task of a route is claimed. */
    void taken(Found found) throws SQLException {
        if (found.isHeld) {
            note(found.front, found.queued.subList(1, found.queued.size()));
        }
    }

    private void note(FrontTable.Row front, List<Queued> left) throws SQLException {
        var fronts = tx.rows(FrontTable.TABLE);
        if (left.isEmpty()) {
            fronts.remove(front.key());
        } else {
            fronts.put(front.at(left.getFirst().priority(), left.getFirst().place()));
        }
    }
}
