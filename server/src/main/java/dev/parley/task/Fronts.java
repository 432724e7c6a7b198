package dev.parley.task;

import dev.parley.store.Tx;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.FrontTable;
import dev.parley.store.table.OpenRouteTable;
import dev.parley.store.table.OpenRouteTable.Queued;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Finds the route that a crew should claim from next, and mends what is noted of routes. */
final class Fronts {
    /** How many routes that promise too much are mended in one command. */
    private static final int MAX_MENDED = 400;

    /** How many tasks of a route are tried before whoever holds them is left alone. */
    private static final int TRIES = 16;

    private final Tx tx;

    Fronts(Tx tx) {
        this.tx = tx;
    }

    /**
     * Where to claim.
     *
     * @param isHeld whether what is noted of the route may be changed
     */
    record Found(FrontTable.Row front, List<Queued> queued, boolean isHeld) {}

    /** The best route that is open to a crew, with its next tasks that can still be done. */
    Optional<Found> next(CrewTable.Row crew) throws SQLException {
        for (int mended = 0; mended < MAX_MENDED; mended++) {
            var front = FrontTable.TABLE.next(tx.settled(), crew);
            if (front.isEmpty()) {
                return Optional.empty();
            }
            boolean isHeld = tx.tryHold(front.get().lock());
            var queued =
                    OpenRouteTable.TABLE.queued(tx.settled(), front.get().key(), tx.now(), TRIES);
            if (!isHeld || !isBehind(queued, front.get())) {
                return Optional.of(new Found(front.get(), queued, isHeld));
            }
            note(front.get(), queued);
        }
        return Optional.empty();
    }

    /** Whether nothing as good as was noted lies there any more. */
    private static boolean isBehind(List<Queued> queued, FrontTable.Row front) {
        return queued.isEmpty()
                || front.isBefore(
                        front.at(queued.getFirst().priority(), queued.getFirst().place()));
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
