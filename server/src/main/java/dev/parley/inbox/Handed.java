package dev.parley.inbox;

import dev.parley.run.Clocks;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.CursorTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.ShareTable;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes that messages are being handed to their recipient: moves its cursor and their receipts.
 *
 * @param expected where the cursor must still stand, so that two pulls never hand out the same;
 *     null when the caller named its own place
 * @param cursor where the cursor shall stand at least
 * @param unshared the inbox, if it must not be shared out among instances; else null
 * @param fresh what is handed out for the first time, or anew
 */
record Handed(
        CursorTable.Key reader,
        @Nullable Long expected,
        long cursor,
        @Nullable InboxKey unshared,
        List<Fresh> fresh,
        Clocks clocks)
        implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        touches.lock(reader.run().lock());
        touches.row(CursorTable.TABLE, reader);
        touches.row(RunTable.TABLE, reader.run());
        if (unshared != null) {
            touches.lock(unshared.lock());
            touches.row(ShareTable.TABLE, unshared);
        }
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        if (unshared != null && tx.rows(ShareTable.TABLE).find(unshared).isPresent()) {
            return false;
        }
        var cursors = tx.rows(CursorTable.TABLE);
        long stands = cursors.find(reader).map(CursorTable.Row::seq).orElse(0L);
        if (expected != null && expected != stands) {
            return false;
        }
        if (cursor > stands) {
            cursors.put(new CursorTable.Row(reader, cursor));
        }
        for (var entry : fresh) {
            entry.deliver(tx, clocks);
        }
        return true;
    }
}
