package dev.parley.run;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Message;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.LetterType;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.List;

/**
 * Delivers anew what was not acked in time, or gives it up; says how much it gave up. Whether the
 * time is over is decided by each clock's row, under its run's lock, so that it is for one node.
 *
 * @param now a moment of hub time
 */
record Overdue(List<Due> all, long now, int redeliveries, Clocks clocks, HubLines lines)
        implements Command<Integer> {
    /**
     * A message whose time is over.
     *
     * @param isThere whether an instance of its recipient is
     */
    record Due(ReceiptTable.Key key, boolean isThere, Message message, Members members) {
        /** Its sender, by name. */
        String from() {
            var from = message.fromAgent();
            return from.agent().map(members::agent).map(AgentName::value).orElse(from.value());
        }
    }

    @Override
    public void touches(Touches touches) {
        for (var due : all) {
            touches.lock(due.key.run().lock());
            touches.row(RunTable.TABLE, due.key.run());
            InboxTable.TABLE.touch(
                    touches, new InboxKey(due.key.run().space(), due.key.recipient()));
        }
    }

    @Override
    public Integer decide(Tx tx) throws SQLException {
        int given = 0;
        for (var due : all) {
            var clock = tx.rows(AckClockTable.TABLE).find(due.key).filter(row -> row.isDue(now));
            if (clock.isPresent() && isGivenUp(tx, due, clock.get())) {
                given++;
            }
        }
        return given;
    }

    private boolean isGivenUp(Tx tx, Due due, AckClockTable.Row clock) throws SQLException {
        var rows = tx.rows(AckClockTable.TABLE);
        var receipt = tx.rows(ReceiptTable.TABLE).find(due.key).orElseThrow();
        var run = tx.rows(RunTable.TABLE).find(due.key.run()).orElseThrow();
        if (receipt.isSettled()) {
            rows.remove(due.key);
        } else if (clocks.areOff()) {
            rows.put(clock.stopped());
        } else if (run.standing().paused()) {
            rows.put(clock.standing(0));
        } else if (!due.isThere) {
            // Whoever had it is gone, and the next one who comes begins anew.
            var waiting = clock.handed() ? Clocks.redeliver(tx, clock) : clock;
            rows.put(waiting.missed(0).stopped());
        } else if (clock.missed() < redeliveries) {
            clocks.start(tx, Clocks.redeliver(tx, clock).missed(clock.missed() + 1));
        } else {
            rows.put(clock.handedOver().stopped());
            giveUp(tx, due, receipt, run);
            return true;
        }
        return false;
    }

    private void giveUp(Tx tx, Due due, ReceiptTable.Row receipt, RunTable.Row run)
            throws SQLException {
        var from = due.from();
        tx.rows(ReceiptTable.TABLE).put(receipt.timedOut());
        GivenUp.list(tx, due.key, due.message, from, LetterType.TIMED_OUT);
        var sender = due.members.nameOfAny(from);
        new Log(tx, run).add(lines.unacked(run, sender, from, due.key, due.message.messageId()));
    }
}
