package dev.parley.inbox;

import dev.parley.run.Clocks;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.ShareTable;
import dev.parley.store.table.UnreadTable;
import java.sql.SQLException;
import java.util.List;

/**
 * Notes what became of some entries of an inbox as they were shown to whoever it belongs to; not if
 * the inbox is shared out since it was looked at.
 *
 * @param isShared whether it was shared out when it was looked at
 * @param whole handed out whole, for the first time or anew
 * @param digested told of, and kept until they are fetched or acked
 * @param done need no longer be kept
 */
record HandedOver(
        InboxKey inbox,
        boolean isShared,
        List<Fresh> whole,
        List<UnreadTable.Row> digested,
        List<ReceiptTable.Key> done,
        Clocks clocks)
        implements Command<Boolean> {
    /** As many entries as one command may be about. */
    static final int MAX = 200;

    @Override
    public void touches(Touches touches) {
        touches.lock(inbox.lock());
        touches.row(ShareTable.TABLE, inbox);
        for (var entry : whole) {
            touches.lock(entry.receipt().run().lock());
            touches.row(RunTable.TABLE, entry.receipt().run());
        }
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        if (!isShared && tx.rows(ShareTable.TABLE).find(inbox).isPresent()) {
            return false;
        }
        for (var entry : whole) {
            entry.deliver(tx, clocks);
        }
        var unread = tx.rows(UnreadTable.TABLE);
        digested.forEach(unread::put);
        done.forEach(unread::remove);
        return true;
    }
}
