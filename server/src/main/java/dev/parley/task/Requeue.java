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

    /** How often a task may be given back without that being an attempt. */
    static final int MAX_RELEASES = 100;

    /** Lets another try, unless enough have. */
    TaskRow orFail(Tx tx, TaskRow task, Trigger how, String why) throws SQLException {
        return task.hasAttemptsLeft()
                ? again(tx, task, how, why)
                : fail(tx, task, why + "; it was tried " + task.attempts() + " times");
    }

    /** Lets another try as if nobody had, unless workers do nothing but give it back. */
    TaskRow untouched(Tx tx, TaskRow task, String why) throws SQLException {
        return task.released() < MAX_RELEASES
                ? again(tx, task.givenBack(), Trigger.RELEASED, why)
                : orFail(tx, task, Trigger.RELEASED, why);
    }

    /** Lets another try; what the one before has asked people concerns nobody any more. */
    private TaskRow again(Tx tx, TaskRow task, Trigger how, String why) throws SQLException {
        var chapter = chronicle.of(tx, task.key());
        var queued = task.requeued(how, why, tx.now()).parked(chapter.run().standing().paused());
        chapter.note("the task is queued again: " + why, Leases.story(queued));
        TaskBoard.move(tx, task, queued);
        var before = task.hold();
        if (before != null) {
            chapter.withdraw(before.agent());
        }
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
