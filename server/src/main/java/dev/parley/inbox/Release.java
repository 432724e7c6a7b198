package dev.parley.inbox;

import dev.parley.run.Clocks;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.UnreadTable;
import java.sql.SQLException;
import java.util.List;

/**
 * Takes from instances that are gone what they have not done with, and puts it at the end of the
 * inbox, for whichever instance asks next; what was acked nobody needs to hold.
 */
record Release(List<HeldTable.Row> rows, Living living, Clocks clocks) implements Command<Boolean> {
    /** As many as one command may be about. */
    static final int MAX = 500;

    @Override
    public void touches(Touches touches) {
        for (var row : rows) {
            touches.lock(row.key().run().lock());
            InboxTable.TABLE.touch(touches, inbox(row));
        }
    }

    @Override
    public int weight() {
        return 256 * rows.size();
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        var held = tx.rows(HeldTable.TABLE);
        for (var row : rows) {
            var receipt = tx.rows(ReceiptTable.TABLE).find(row.key()).orElseThrow();
            boolean isOver =
                    held.find(row.key()).filter(row::equals).isPresent()
                            && (receipt.isDone() || !living.has(tx, inbox(row), row.instance()));
            if (isOver) {
                boolean isFinished = receipt.isDone() || isCommitted(tx, row, receipt);
                held.remove(row.key());
                if (!isFinished) {
                    tx.rows(UnreadTable.TABLE).remove(row.key());
                    clocks.left(tx, receipt);
                }
            }
        }
        return true;
    }

    /** A digest alone is not the message; what must be acked is not done with by a commit. */
    private static boolean isCommitted(Tx tx, HeldTable.Row row, ReceiptTable.Row receipt)
            throws SQLException {
        var reader = new InboxCursorTable.Key(inbox(row), row.instance().value());
        long stands =
                tx.rows(InboxCursorTable.TABLE)
                        .find(reader)
                        .map(InboxCursorTable.Row::position)
                        .orElse(0L);
        return !receipt.needsAck()
                && row.position() <= stands
                && tx.rows(UnreadTable.TABLE).find(row.key()).isEmpty();
    }

    private static InboxKey inbox(HeldTable.Row row) {
        return InboxKey.of(row.key());
    }
}
