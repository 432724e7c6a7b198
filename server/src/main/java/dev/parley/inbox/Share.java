package dev.parley.inbox;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.ShareTable;
import java.sql.SQLException;

/** From now on an inbox is shared out among the instances of its agent. */
record Share(InboxKey inbox) implements Command<ShareTable.Row> {
    @Override
    public void touches(Touches touches) {
        touches.lock(inbox.lock());
        touches.row(ShareTable.TABLE, inbox);
    }

    @Override
    public ShareTable.Row decide(Tx tx) throws SQLException {
        var shares = tx.rows(ShareTable.TABLE);
        var known = shares.find(inbox);
        if (known.isPresent()) {
            return known.get();
        }
        long committed =
                tx.rows(InboxCursorTable.TABLE)
                        .find(new InboxCursorTable.Key(inbox, ""))
                        .map(InboxCursorTable.Row::position)
                        .orElse(0L);
        var share = new ShareTable.Row(inbox, committed, tx.now());
        shares.put(share);
        return share;
    }
}
