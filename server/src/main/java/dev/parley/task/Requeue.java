package dev.parley.task;

import dev.parley.run.Chronicle;
import dev.parley.run.TaskBoard;
import dev.parley.store.Tx;
import dev.parley.store.table.RunStates;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskStates.Trigger;
import java.sql.SQLException;

/** Puts a task that was claimed back into the queue, or gives it up. */
record Requeue(Chronicle chronicle) {
    private static final String BY = "system";

    /** Lets another try, unless enough have. */
    TaskRow orFail(Tx tx, TaskRow task, Trigger how, String why) throws SQLException {
        return task.attempts() < task.terms().maxAttempts()
                ? again(tx, task, how, why)
                : fail(tx, task, why + "; it was tried " + task.attempts() + " times");
    }

    /** Lets another try. */
    TaskRow again(Tx tx, TaskRow task, Trigger how, String why) throws SQLException {
        var chapter = chronicle.of(tx, task.key());
        var queued = task.requeued(how, why, tx.now()).parked(chapter.run().standing().paused());
        chapter.note("the task is queued again: " + why, Leases.story(queued));
        TaskBoard.move(tx, task, queued);
        return queued;
    }

    /** Gives it up, and tells whoever wanted it done. */
    TaskRow fail(Tx tx, TaskRow task, String why) throws SQLException {
        var over = task.ended(Trigger.FAILED, why, tx.now());
        TaskBoard.move(tx, task, over);
        var chapter = chronicle.of(tx, task.key());
        chapter.tell(Leases.requester(task), "the task failed: " + why, Leases.story(over));
        chapter.end(RunStates.Trigger.FAILED, why, why, BY);
        return over;
    }
}
