package dev.parley.task;

import dev.parley.clock.HubTime;
import dev.parley.run.Chronicle;
import dev.parley.store.Store;
import dev.parley.store.Tx;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskStates.Trigger;
import dev.parley.store.table.TaskTable;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.Objects;

/** Ends leases of workers that were not heard of, and tasks whose deadline has passed. */
public final class TaskClock {
    private static final int PAGE = 100;
    private static final int MAX_PAGES = 20;

    private final Store store;
    private final HubTime time;
    private final InstantSource clock;
    private final Why why;
    private final Requeue requeue;

    public TaskClock(Store store, HubTime time, InstantSource clock, Why why, Chronicle chronicle) {
        this.store = store;
        this.time = time;
        this.clock = clock;
        this.why = why;
        this.requeue = new Requeue(chronicle);
    }

    /** Looks once at everything that is due; where that is very much, the next round goes on. */
    public void round() {
        long now = time.now();
        boolean isMore = true;
        for (int pages = 0; isMore && pages < MAX_PAGES; pages++) {
            boolean isMoreOverdue = expireSome(now);
            isMore = giveUpSome() || isMoreOverdue;
        }
    }

    private boolean expireSome(long now) {
        var page = store.read(sql -> TaskTable.TABLE.overdue(sql, now, PAGE));
        for (var key : page) {
            store.write(new OnTask<>(key, (tx, task) -> expire(tx, task, now)));
        }
        return page.size() == PAGE;
    }

    private boolean giveUpSome() {
        var page = store.read(sql -> TaskTable.TABLE.late(sql, clock.instant(), PAGE));
        for (var key : page) {
            var reason = late(key);
            store.write(new OnTask<>(key, (tx, task) -> giveUp(tx, task, reason)));
        }
        return page.size() == PAGE;
    }

    private boolean expire(Tx tx, TaskRow task, long now) throws SQLException {
        var hold = task.hold();
        if (!task.state().isHeld() || hold == null || hold.due() > now) {
            return false;
        }
        var reason = hold.agent() + "/" + hold.instance() + " was not heard of for too long";
        requeue.orFail(tx, task, Trigger.EXPIRED, reason);
        return true;
    }

    private boolean giveUp(Tx tx, TaskRow task, String reason) throws SQLException {
        var deadline = task.terms().deadlineAt();
        if (task.state().isFinal() || deadline == null || deadline.isAfter(tx.now())) {
            return false;
        }
        requeue.fail(tx, task, reason);
        return true;
    }

    private String late(RunKey key) {
        var task = store.read(sql -> TaskTable.TABLE.find(sql, key)).orElseThrow();
        return "deadline: " + Objects.requireNonNullElse(why.of(task), "it was not done in time");
    }
}
