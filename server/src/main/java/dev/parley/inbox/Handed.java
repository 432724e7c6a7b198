package dev.parley.inbox;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.CursorTable;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Notes that messages are being handed to their recipient: moves its cursor and their receipts.
 *
 * @param expected where the cursor must still stand, so that two pulls never hand out the same;
 *     null when the caller named its own place
 * @param cursor where the cursor shall stand at least
 * @param seqs what is handed out for the first time
 */
record Handed(CursorTable.Key reader, @Nullable Long expected, long cursor, List<Long> seqs)
        implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        touches.lock(reader.run().lock());
        touches.row(CursorTable.TABLE, reader);
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        var cursors = tx.rows(CursorTable.TABLE);
        long stands = cursors.find(reader).map(CursorTable.Row::seq).orElse(0L);
        if (expected != null && expected != stands) {
            return false;
        }
        if (cursor > stands) {
            cursors.put(new CursorTable.Row(reader, cursor));
        }
        var receipts = tx.rows(ReceiptTable.TABLE);
        for (var seq : seqs) {
            var receipt =
                    receipts.find(new ReceiptTable.Key(reader.run(), reader.recipient(), seq))
                            .filter(row -> row.state() == ReceiptState.QUEUED);
            if (receipt.isPresent()) {
                receipts.put(receipt.get().delivered(tx.now()));
            }
        }
        return true;
    }
}
