package dev.parley.run;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;

/**
 * A person says whether a run that a guard has paused goes on or stops.
 *
 * @param by who says it, as the log names it
 */
record Ruling(
        QuestionTable.Key key,
        Members members,
        Given given,
        String by,
        HubLines lines,
        Clocks clocks)
        implements Command<QuestionTable.Row> {
    @Override
    public void touches(Touches touches) {
        touches.lock(key.run().lock());
        touches.row(RunTable.TABLE, key.run());
    }

    @Override
    public QuestionTable.Row decide(Tx tx) throws SQLException {
        var run = key.run();
        var question =
                tx.rows(QuestionTable.TABLE)
                        .find(key)
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.UNKNOWN_QUESTION,
                                                "there is no question " + key.id()));
        QuestionRules.requireOpen(question);
        var row = tx.rows(RunTable.TABLE).find(run).orElseThrow(() -> Runs.unknown(run.run()));
        var asked = Asked.read(question.asked());
        var log = new Log(tx, row);
        var book = new QuestionBook(tx, log, lines);
        var closed = book.answer(question, given, by);
        if (Guarding.STOP.equals(given.choice())) {
            var why = "stopped: " + asked.guard();
            Control.cancel(tx, log, members, asked.guard(), why, by, lines);
            return closed;
        }
        if (key.id().equals(row.standing().question())) {
            log.stands(row.standing().resume());
            clocks.goOn(tx, run);
            log.add(lines.stands(log.run(), "the run goes on", by));
        }
        if (asked.assignment() != null) {
            var awaited = tx.rows(AwaitedTable.TABLE);
            awaited.find(new AwaitedTable.Key(run, asked.assignment()))
                    .ifPresent(assignment -> awaited.put(assignment.askedAnew()));
        }
        return closed;
    }
}
