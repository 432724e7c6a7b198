package dev.parley.inbox;

import dev.parley.protocol.MessageId;
import dev.parley.run.Append;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.ReceiptTable;
import java.sql.SQLException;

/** Adds an ack to the log, unless the recipient has acked the message already. */
record Ack(ReceiptTable.Key receipt, MessageId message, Append entry) implements Command<Acked> {
    @Override
    public void touches(Touches touches) {
        entry.touches(touches);
    }

    @Override
    public Acked decide(Tx tx) throws SQLException {
        var known = tx.rows(ReceiptTable.TABLE).find(receipt);
        if (known.isPresent() && known.get().ackedAt() != null) {
            return new Acked(message, true);
        }
        entry.decide(tx);
        return new Acked(message, false);
    }
}
