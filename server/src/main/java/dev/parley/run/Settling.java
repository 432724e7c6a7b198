package dev.parley.run;

import dev.parley.store.Tx;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.DeadLetterTable;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;

/**
 * The one place where it is noted that nothing more is expected of a recipient: no clock runs then,
 * nothing is to be handed over, nobody holds it, and an ack after all leaves no letter.
 */
final class Settling {
    private Settling() {}

    static void put(Tx tx, ReceiptTable.Row before, ReceiptTable.Row settled) {
        tx.rows(ReceiptTable.TABLE).put(settled);
        boolean isDue = before.needsAck() || before.state() == ReceiptState.QUEUED;
        if (isDue && before.deliveredAt() != null) {
            tx.rows(AckClockTable.TABLE).remove(before.key());
            tx.rows(HeldTable.TABLE).remove(before.key());
        }
        if (before.state() == ReceiptState.TIMED_OUT || before.state() == ReceiptState.DEAD) {
            tx.rows(DeadLetterTable.TABLE).remove(DeadLetterTable.Key.of(before.key()));
        }
    }
}
