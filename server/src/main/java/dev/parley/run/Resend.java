package dev.parley.run;

import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.DeadLetterTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;

/** Delivers a message anew that was given up on, as if it had never been delivered. */
record Resend(ReceiptTable.Key key, Message message, String by, HubLines lines)
        implements Command<Posted> {
    @Override
    public void touches(Touches touches) {
        touches.lock(key.run().lock());
        touches.row(RunTable.TABLE, key.run());
        InboxTable.TABLE.touch(touches, new InboxKey(key.run().space(), key.recipient()));
    }

    @Override
    public Posted decide(Tx tx) throws SQLException {
        var run = tx.rows(RunTable.TABLE).find(key.run()).orElseThrow();
        if (run.status().isFinal()) {
            throw new ParleyException(
                    Problem.RUN_ENDED, "the run has ended; nothing in it is delivered any more");
        }
        var receipts = tx.rows(ReceiptTable.TABLE);
        var receipt =
                receipts.find(key)
                        .filter(row -> row.state() == ReceiptState.TIMED_OUT)
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.CONFLICT,
                                                key.recipient() + " is getting it again already"));
        Clocks.again(tx, receipt.requeued());
        tx.rows(DeadLetterTable.TABLE).remove(DeadLetterTable.Key.of(key));
        tx.rows(AckClockTable.TABLE).put(AckClockTable.Row.first(key).toHand());
        new Log(tx, run).add(lines.requeued(run, key, by));
        return new Posted(message.messageId(), key.seq(), false);
    }
}
