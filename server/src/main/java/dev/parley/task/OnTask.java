package dev.parley.task;

import dev.parley.protocol.TaskId;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskTable;
import java.sql.SQLException;

/** Does something about one task, which is held together with its run. */
record OnTask<R>(RunKey key, Deed<R> deed) implements Command<R> {
    /** What is done, as the task stands. */
    interface Deed<R> {
        R on(Tx tx, TaskRow task) throws SQLException;
    }

    @Override
    public void touches(Touches touches) {
        touches.lock(key.lock());
        touches.row(RunTable.TABLE, key);
        touches.row(TaskTable.TABLE, key);
    }

    @Override
    public R decide(Tx tx) throws SQLException {
        var task =
                tx.rows(TaskTable.TABLE)
                        .find(key)
                        .orElseThrow(() -> Tasks.unknown(TaskId.of(key.run())));
        return deed.on(tx, task);
    }
}
