package dev.parley.run;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunProtocol;
import dev.parley.store.Tx;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.Standing;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskStates.Trigger;
import dev.parley.store.table.TaskTable;
import java.sql.SQLException;
import java.util.Optional;

/** Keeps a run and the task that it is about, if there is one, in step with each other. */
final class Tasked {
    private Tasked() {}

    /** The task of a run that is not over. */
    private static Optional<TaskRow> of(Tx tx, RunTable.Row run) throws SQLException {
        return run.protocol() == RunProtocol.CLOSED
                ? tx.rows(TaskTable.TABLE).find(run.key()).filter(task -> !task.state().isFinal())
                : Optional.empty();
    }

    /** Only whoever holds the task may say the last word, by completing it. */
    static void requireOver(Tx tx, RunTable.Row run) throws SQLException {
        var task = of(tx, run);
        if (task.isPresent()) {
            throw new ParleyException(
                    Problem.CONFLICT,
                    "this run ends when its task does; complete it with POST /api/tasks/"
                            + task.get().id()
                            + "/complete");
        }
    }

    /** The run stands otherwise: the task waits for a person, goes on, or is over with it. */
    static void follow(Tx tx, RunTable.Row run) throws SQLException {
        var found = of(tx, run);
        if (found.isEmpty()) {
            return;
        }
        var task = found.get();
        var reason = run.standing().reason();
        var next =
                switch (run.status()) {
                    case RUNNING, WAITING -> live(task, run.standing());
                    case COMPLETED -> task.ended(Trigger.FINISHED, null, tx.now());
                    case FAILED -> task.ended(Trigger.FAILED, reason, tx.now());
                    case CANCELLED -> task.ended(Trigger.CANCELLED, reason, tx.now());
                };
        if (!next.equals(task)) {
            TaskBoard.move(tx, task, next);
        }
    }

    private static TaskRow live(TaskRow task, Standing run) {
        return switch (task.state()) {
            case QUEUED -> task.parked(run.paused());
            case RUNNING -> run.openMatters() > 0 ? task.moved(Trigger.ASKED) : task;
            case NEEDS_INPUT -> run.openMatters() == 0 ? task.moved(Trigger.ANSWERED) : task;
            case NEEDS_AUTH, COMPLETED, FAILED, CANCELLED, REJECTED -> task;
        };
    }
}
