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
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskTable;
import java.sql.SQLException;
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
        var fronts = new Fronts(tx);
        var found = current.isEmpty() ? Optional.<Fronts.Found>empty() : fronts.next(current.get());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var queued = found.get().queued();
        for (int i = 0; i < queued.size(); i++) {
            var task = free(tx, queued.get(i).task());
            if (task.isPresent()) {
                if (i == 0) {
                    fronts.taken(found.get());
                }
                return Optional.of(claim(tx, task.get()));
            }
        }
        return Optional.empty();
    }

    /** The task, unless somebody else is just being given it. */
    private static Optional<TaskRow> free(Tx tx, RunKey key) throws SQLException {
        return tx.tryHold(key.lock())
                ? tx.rows(TaskTable.TABLE).find(key).filter(row -> row.isClaimable(tx.now()))
                : Optional.empty();
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
