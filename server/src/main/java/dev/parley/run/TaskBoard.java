package dev.parley.run;

import dev.parley.bus.Topic;
import dev.parley.metric.Tally;
import dev.parley.store.Tx;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.FrontTable;
import dev.parley.store.table.NoticeRow;
import dev.parley.store.table.NoticeTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskTable;
import java.sql.SQLException;

/**
 * Where tasks are kept for all to see: how one stands is told in the feed whenever it changes,
 * whoever waits for work is woken when there is some, and whoever wants to hear of a task outside
 * gets a notice.
 */
public final class TaskBoard {
    private TaskBoard() {}

    /** A task that stands otherwise than before, or is only kept otherwise. */
    public static void move(Tx tx, TaskRow from, TaskRow to) throws SQLException {
        put(tx, to);
        boolean isNews =
                from.state() != to.state()
                        || from.fence() != to.fence()
                        || from.isOpen() != to.isOpen();
        if (isNews) {
            tell(tx, to);
        }
        if (from.state() != to.state()) {
            tellOutside(tx, to);
        }
        if (from.attempts() != to.attempts()) {
            tx.tally(new Tally.Claimed());
        }
        if (to.state().isFinal() && !from.state().isFinal()) {
            tx.tally(new Tally.TaskEnded(to.state()));
        }
    }

    /** A task that is new. */
    public static void add(Tx tx, TaskRow task) throws SQLException {
        put(tx, task);
        tell(tx, task);
    }

    /** One that may be claimed is never further back than what is noted of its route. */
    private static void put(Tx tx, TaskRow task) throws SQLException {
        tx.rows(TaskTable.TABLE).put(task);
        if (task.isOpen()) {
            var front = FrontTable.Row.of(task);
            tx.hold(front.lock());
            var noted = tx.rows(FrontTable.TABLE).find(front.key());
            if (noted.isEmpty() || front.isBefore(noted.get())) {
                tx.rows(FrontTable.TABLE).put(front);
            }
        }
    }

    private static void tell(Tx tx, TaskRow task) throws SQLException {
        tx.rows(FeedTable.TABLE).put(FeedTable.Change.task(task, head(tx, task)));
        if (task.isOpen()) {
            tx.wake(new Topic.Work(task.key().space(), task.queue().target()));
        }
    }

    /** Kept together with the task as it stands now, so that no crash lies between the two. */
    private static void tellOutside(Tx tx, TaskRow task) throws SQLException {
        var notices = NoticeRow.of(task, head(tx, task), tx.now());
        if (!notices.isEmpty()) {
            notices.forEach(tx.rows(NoticeTable.TABLE)::put);
            tx.wake(new Topic.Notices());
        }
    }

    private static long head(Tx tx, TaskRow task) throws SQLException {
        return tx.rows(RunTable.TABLE).find(task.key()).map(RunTable.Row::head).orElse(0L);
    }
}
