package dev.parley.inbox;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.UnreadTable;
import java.sql.SQLException;
import java.util.List;

/**
 * An instance has done with what it held, except for that of which it has only a digest, or which
 * it must ack.
 */
record Done(String instance, List<ReceiptTable.Key> keys) implements Command<Boolean> {
    /** As many as one command may be about. */
    static final int MAX = 200;

    @Override
    public void touches(Touches touches) {
        keys.forEach(key -> touches.lock(key.run().lock()));
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        var held = tx.rows(HeldTable.TABLE);
        for (var key : keys) {
            boolean isOwn =
                    held.find(key)
                            .filter(row -> row.instance().value().equals(instance))
                            .isPresent();
            if (isOwn && isFree(tx, key) && tx.rows(UnreadTable.TABLE).find(key).isEmpty()) {
                held.remove(key);
            }
        }
        return true;
    }

    private static boolean isFree(Tx tx, ReceiptTable.Key key) throws SQLException {
        var receipt = tx.rows(ReceiptTable.TABLE).find(key).orElseThrow();
        return !receipt.needsAck() || receipt.isDone();
    }
}
