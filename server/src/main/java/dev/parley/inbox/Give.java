package dev.parley.inbox;

import dev.parley.run.Clocks;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.UnreadTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Gives an instance what it may have of some messages, which are delivered by that; says which.
 *
 * @param fresh the same that are offered
 */
record Give(Take take, List<Fresh> fresh, Clocks clocks) implements Command<Set<ReceiptTable.Key>> {
    /** As many as one command may be about. */
    static final int MAX = 200;

    @Override
    public void touches(Touches touches) {
        take.touches(touches);
        fresh.forEach(one -> touches.row(RunTable.TABLE, one.receipt().run()));
    }

    @Override
    public int weight() {
        return take.weight();
    }

    @Override
    public Set<ReceiptTable.Key> decide(Tx tx) throws SQLException {
        var taken = take.decide(tx).orElseThrow();
        var unread = tx.rows(UnreadTable.TABLE);
        for (var one : fresh) {
            if (taken.contains(one.receipt())) {
                one.deliver(tx, clocks);
                if (unread.find(one.receipt()).isPresent()) {
                    unread.remove(one.receipt());
                }
            }
        }
        return taken;
    }
}
