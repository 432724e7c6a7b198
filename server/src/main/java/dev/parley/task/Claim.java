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
import dev.parley.store.table.OpenRouteTable;
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
    /** How many tasks are tried before others, who hold them, are left alone. */
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
        var route =
                current.isEmpty()
                        ? Optional.<Long>empty()
                        : OpenRouteTable.TABLE.next(tx.settled(), current.get(), tx.now());
        if (route.isEmpty()) {
            return Optional.empty();
        }
        for (var key : queued(tx, route.get())) {
            if (tx.tryHold(key.lock())) {
                var task =
                        tx.rows(TaskTable.TABLE).find(key).filter(row -> row.isClaimable(tx.now()));
                if (task.isPresent()) {
                    return Optional.of(claim(tx, task.get()));
                }
            }
        }
        return Optional.empty();
    }

    private List<RunKey> queued(Tx tx, long route) throws SQLException {
        return OpenRouteTable.TABLE.queued(tx.settled(), crew.space(), route, tx.now(), TRIES);
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
