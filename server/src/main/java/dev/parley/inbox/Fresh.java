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
        var queued = receipts.find(receipt).filter(row -> row.state() == ReceiptState.QUEUED);
        if (queued.isPresent()) {
            clocks.delivered(tx, queued.get());
            receipts.put(queued.get().delivered(tx.now()));
            tx.tally(new Tally.Delivered(Duration.between(since, tx.now())));
        } else {
            clocks.handedAgain(tx, receipt);
        }
    }
}
