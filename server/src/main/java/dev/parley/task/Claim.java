package dev.parley.task;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Chronicle;
import dev.parley.run.TaskBoard;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.FrontTable;
import dev.parley.store.table.OpenRouteTable;
import dev.parley.store.table.OpenRouteTable.Queued;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives a worker the next task that is for it, under a lease.
 *
 * @param only the one task that it wants; null for whichever is next
 * @param now in hub time
 */
record Claim(
        CrewTable.Key crew,
        Worker worker,
        @Nullable RunKey only,
        long leaseMillis,
        long now,
        Chronicle chronicle)
        implements Command<Optional<TaskRow>> {
    /** How many routes, and tasks of one, are tried before whoever holds them is left alone. */
    private static final int TRIES = 16;

    @Override
    public void touches(Touches touches) {
        touches.row(CrewTable.TABLE, crew);
        if (only != null) {
            touches.lock(only.lock());
            touches.row(TaskTable.TABLE, only);
        }
    }

    @Override
    public Optional<TaskRow> decide(Tx tx) throws SQLException {
        if (only != null) {
            return Optional.of(claim(tx, requireOpen(tx, only)));
        }
        var current = tx.rows(CrewTable.TABLE).find(crew);
        for (int tries = 0; current.isPresent() && tries < TRIES; tries++) {
            var front = FrontTable.TABLE.next(tx.settled(), current.get());
            if (front.isEmpty()) {
                return Optional.empty();
            }
            boolean isHeld = tx.tryHold(front.get().lock());
            var queued = OpenRouteTable.TABLE.queued(
                            tx.settled(), front.get().key(), tx.now(), TRIES);
            if (isHeld && isBehind(queued, front.get())) {
                note(tx, front.get(), queued);
            } else {
                return first(tx, queued, front.get(), isHeld);
            }
        }
        return Optional.empty();
    }

    /** Whether nothing as good as was noted lies there any more. */
    private static boolean isBehind(List<Queued> queued, FrontTable.Row front) {
        return queued.isEmpty()
                || front.isBefore(
                        front.at(queued.getFirst().priority(), queued.getFirst().place()));
    }

    private static void note(Tx tx, FrontTable.Row front, List<Queued> left) throws SQLException {
        var fronts = tx.rows(FrontTable.TABLE);
        if (left.isEmpty()) {
            fronts.remove(front.key());
        } else {
            fronts.put(front.at(left.getFirst().priority(), left.getFirst().place()));
        }
    }

    /** The first that nobody else is just being given. */
    private Optional<TaskRow> first(
            Tx tx, List<Queued> queued, FrontTable.Row front, boolean isHeld) throws SQLException {
        for (int i = 0; i < queued.size(); i++) {
            var key = queued.get(i).task();
            if (tx.tryHold(key.lock())) {
                var task =
                        tx.rows(TaskTable.TABLE).find(key).filter(row -> row.isClaimable(tx.now()));
                if (task.isPresent()) {
                    if (isHeld && i == 0) {
                        note(tx, front, queued.subList(1, queued.size()));
                    }
                    return Optional.of(claim(tx, task.get()));
                }
            }
        }
        return Optional.empty();
    }

    private TaskRow requireOpen(Tx tx, RunKey key) throws SQLException {
        var id = TaskId.of(key.run());
        var task = tx.rows(TaskTable.TABLE).find(key).orElseThrow(() -> Tasks.unknown(id));
        var why = Eligibility.of(task.queue(), worker);
        if (why.isPresent()) {
            throw new ParleyException(Problem.NOT_ELIGIBLE, why.get());
        }
        if (!task.isClaimable(tx.now())) {
            throw new ParleyException(
                    Problem.CONFLICT,
                    "task " + id + " cannot be claimed now: it is " + Wire.name(task.state()));
        }
        return task;
    }

    private TaskRow claim(Tx tx, TaskRow task) throws SQLException {
        var claimed =
                task.claimed(
                        new TaskRow.Hold(
                                worker.agent(), worker.instance(), now + leaseMillis, leaseMillis));
        var chapter = chronicle.of(tx, task.key());
        chapter.join(worker.agent());
        chapter.note(
                worker.label() + " works on it",
                Json.object()
                        .put("change", "claimed")
                        .put("agent", worker.agent().value())
                        .put("instance", worker.instance().value())
                        .put("attempt", claimed.attempts())
                        .put("fence", claimed.fence()));
        TaskBoard.move(tx, task, claimed);
        return claimed;
    }
}
