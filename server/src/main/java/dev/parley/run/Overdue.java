package dev.parley.run;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Message;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.HeldTable;
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
record Overdue(List<Due> all, long now, Clocks clocks, HubLines lines) implements Command<Integer> {
    /**
     * A message whose time is over.
     *
     * @param isThere whether the instance is that has it or that it is for, or any that may take it
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
            InboxTable.TABLE.touch(touches, InboxKey.of(due.key));
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
        var missed = clock.missedOnce();
        if (receipt.isDone()) {
            rows.remove(due.key);
        } else if (run.standing().paused()) {
            rows.put(clock.standing(0));
        } else if (clocks.isSpent(clock) || !receipt.needsAck()) {
            giveUp(tx, due, receipt, run);
            return true;
        } else if (clocks.areOff() || (!due.isThere && !clock.handed())) {
            rows.put(clock.stopped());
        } else if (clocks.isSpent(missed)) {
            giveUp(tx, due, receipt, run);
            return true;
        } else if (due.isThere) {
            Clocks.again(tx, receipt);
            clocks.start(tx, missed.toHand());
        } else {
            // Whoever had it is gone; the next one who comes has all the time.
            letGo(tx, due.key);
            Clocks.again(tx, receipt);
            rows.put(missed.toHand().stopped());
        }
        return false;
    }

    /** What is addressed to an instance stays with it. */
    private static void letGo(Tx tx, ReceiptTable.Key key) throws SQLException {
        var held = tx.rows(HeldTable.TABLE);
        if (held.find(key).filter(row -> !row.bound()).isPresent()) {
            held.remove(key);
        }
    }

    private void giveUp(Tx tx, Due due, ReceiptTable.Row receipt, RunTable.Row run)
            throws SQLException {
        var from = due.from();
        var to = due.key.recipient();
        var reason =
                receipt.needsAck()
                        ? to + " has not acked in time"
                        : Clocks.MAX_ATTEMPTS + " instances of " + to + " left it unfinished";
        Settling.put(tx, receipt, receipt.timedOut());
        GivenUp.list(tx, due.key, due.message, from, LetterType.TIMED_OUT, reason);
        new Log(tx, run).add(lines.unacked(run, due, reason));
    }
}
