package dev.parley.task;

import dev.parley.run.Opening;
import dev.parley.run.TaskBoard;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.RouteNameTable;
import dev.parley.store.table.TaskRow;
import java.sql.SQLException;

/**
 * Queues a task together with the run that it will be done in.
 *
 * @param opening begins the run with the message that says what to do
 * @param place where it stands among others of its priority
 */
record Create(Opening opening, NewTask wanted, String requester, String createdBy, long place)
        implements Command<TaskRow> {
    @Override
    public void touches(Touches touches) {
        opening.touches(touches);
        touches.row(RouteNameTable.TABLE, name());
        touches.lock(name().front());
    }

    @Override
    public int weight() {
        return opening.weight();
    }

    @Override
    public TaskRow decide(Tx tx) throws SQLException {
        long route = new Routing(tx).route(name());
        opening.decide(tx).requireAdded();
        var task =
                TaskRow.queued(
                        opening.run(),
                        new TaskRow.Queue(
                                target(),
                                wanted.needs(),
                                route,
                                wanted.priority(),
                                place,
                                tx.now()),
                        terms(tx),
                        requester,
                        createdBy,
                        tx.now());
        TaskBoard.add(tx, task);
        return task;
    }

    private TaskRow.Terms terms(Tx tx) {
        var deadline = wanted.deadline();
        return new TaskRow.Terms(
                wanted.maxAttempts(),
                deadline == null ? null : tx.now().plus(deadline),
                wanted.contacts());
    }

    private RouteNameTable.Key name() {
        return new RouteNameTable.Key(opening.run().space(), target(), wanted.needs());
    }

    private String target() {
        var target = wanted.target();
        return target == null ? "" : target.value();
    }
}
