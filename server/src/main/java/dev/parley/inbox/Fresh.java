package dev.parley.inbox;

import dev.parley.metric.Tally;
import dev.parley.run.Clocks;
import dev.parley.store.Tx;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/**
 * An entry that its recipient is about to get for the first time, or anew.
 *
 * @param since when it was added to its log
 */
record Fresh(ReceiptTable.Key receipt, Instant since) {
    /** Notes that it is delivered, unless something else became of it meanwhile. */
    void deliver(Tx tx, Clocks clocks) throws SQLException {
        var receipts = tx.rows(ReceiptTable.TABLE);
        var known = receipts.find(receipt).orElseThrow();
        if (known.state() == ReceiptState.QUEUED) {
            clocks.delivered(tx, known);
            receipts.put(known.delivered(tx.now()));
            tx.tally(new Tally.Delivered(Duration.between(since, tx.now())));
        } else {
            clocks.handedAgain(tx, known);
        }
    }
}
