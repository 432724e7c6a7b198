package dev.parley.run;

import dev.parley.protocol.Message;
import dev.parley.run.conduct.Conduct;
import dev.parley.run.conduct.TxBoard;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Gives up on a reply that is overdue, and tells whoever waited.
 *
 * @param isOver whether the time is really over; otherwise it is looked at again later
 */
record TimeOut(
        AwaitedTable.Key awaited,
        Message message,
        Members members,
        boolean isOver,
        Duration later,
        HubLines lines,
        Clocks clocks)
        implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        touches.lock(awaited.run().lock());
        touches.row(RunTable.TABLE, awaited.run());
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        var row = tx.rows(AwaitedTable.TABLE).find(awaited).orElseThrow();
        var run = tx.rows(RunTable.TABLE).find(awaited.run()).orElseThrow();
        var deadline = row.deadline();
        if (!row.isOpen() || deadline == null || deadline.isAfter(tx.now())) {
            return false;
        }
        if (run.standing().paused()) {
            tx.rows(AwaitedTable.TABLE).put(row.held(tx.now()));
            return false;
        }
        if (!isOver) {
            tx.rows(AwaitedTable.TABLE).put(row.due(tx.now().plus(later)));
            return false;
        }
        var log = new Log(tx, run);
        var asker = members.nameOfAny(row.asker());
        var told = log.add(lines.timedOut(run, asker, row));
        var board = new TxBoard(tx, awaited.run());
        var conduct = new Conduct(board, log.run(), Duration.ZERO);
        conduct.timeOut(awaited.seq());
        board.keep(told.seq());
        log.stands(conduct.standing());
        new QuestionBook(tx, log, lines, clocks).follow(told, board.matters());
        var receipt = new ReceiptTable.Key(awaited.run(), row.asked(), awaited.seq());
        var known = tx.rows(ReceiptTable.TABLE).find(receipt);
        if (known.isPresent()) {
            Settling.put(tx, known.get(), known.get().timedOut());
            GivenUp.listUnreplied(tx, receipt, message, row.asker());
        }
        return true;
    }
}
