package dev.parley.inbox;

import dev.parley.bus.Topic;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.FeedTable;
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
record Release(List<HeldTable.Row> rows, Living living) implements Command<Integer> {
    /** As many as one command may be about. */
    static final int MAX = 100;

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
    public Integer decide(Tx tx) throws SQLException {
        var held = tx.rows(HeldTable.TABLE);
        int released = 0;
        for (var row : rows) {
            boolean isOver =
                    held.find(row.key()).filter(row::equals).isPresent()
                            && (isDone(tx, row) || !living.has(tx, inbox(row), row.instance()));
            if (isOver) {
                held.remove(row.key());
                released += again(tx, row) ? 1 : 0;
            }
        }
        return released;
    }

    private static boolean isDone(Tx tx, HeldTable.Row row) throws SQLException {
        return tx.rows(ReceiptTable.TABLE).find(row.key()).filter(Release::isDone).isPresent();
    }

    private static boolean again(Tx tx, HeldTable.Row row) throws SQLException {
        var receipts = tx.rows(ReceiptTable.TABLE);
        var receipt = receipts.find(row.key());
        var unread = tx.rows(UnreadTable.TABLE);
        if (receipt.isEmpty() || isDone(receipt.get()) || isCommitted(tx, row)) {
            return false;
        }
        int attempt =
                tx.rows(InboxTable.TABLE)
                        .find(new InboxTable.Key(inbox(row), row.position()))
                        .map(InboxTable.Row::attempt)
                        .orElse(1);
        unread.remove(row.key());
        tx.rows(AckClockTable.TABLE).remove(row.key());
        receipts.put(ReceiptTable.Row.queued(row.key(), receipt.get().needsAck()));
        InboxTable.TABLE.add(tx, row.key(), attempt + 1);
        var run = row.key().run();
        tx.rows(FeedTable.TABLE).put(FeedTable.Change.again(row.key(), attempt + 1));
        tx.wake(new Topic.Run(run.space(), run.run()));
        return true;
    }

    /** A digest alone is not the message, even if its position was committed. */
    private static boolean isCommitted(Tx tx, HeldTable.Row row) throws SQLException {
        var reader = new InboxCursorTable.Key(inbox(row), row.instance().value());
        long stands =
                tx.rows(InboxCursorTable.TABLE)
                        .find(reader)
                        .map(InboxCursorTable.Row::position)
                        .orElse(0L);
        return row.position() > 0
                && row.position() <= stands
                && tx.rows(UnreadTable.TABLE).find(row.key()).isEmpty();
    }

    /** Whether nobody needs it any more. */
    static boolean isDone(ReceiptTable.Row receipt) {
        return receipt.ackedAt() != null || receipt.state().isFinal();
    }

    private static InboxKey inbox(HeldTable.Row row) {
        return new InboxKey(row.key().run().space(), row.key().recipient());
    }
}
