package dev.parley.run;

import dev.parley.bus.Topic;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.LetterType;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.List;

/** Some of what nobody acked before its run was cancelled is dead; once none is left, is done. */
record LeftBehind(RunKey run, List<Overdue.Due> all) implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        touches.lock(run.lock());
        touches.row(RunTable.TABLE, run);
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        if (all.isEmpty()) {
            tx.rows(AckClockTable.TABLE).remove(AckClockTable.Row.ofCancelled(run).key());
        }
        var receipts = tx.rows(ReceiptTable.TABLE);
        for (var due : all) {
            var open = receipts.find(due.key()).filter(receipt -> !receipt.isSettled());
            if (open.isPresent()) {
                Settling.put(tx, open.get(), open.get().dead());
                GivenUp.list(
                        tx,
                        due.key(),
                        due.message(),
                        due.from(),
                        LetterType.DEAD,
                        "the run was cancelled before it was acked");
            }
        }
        tx.wake(new Topic.Run(run.space(), run.run()));
        return true;
    }
}
