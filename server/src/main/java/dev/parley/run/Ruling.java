package dev.parley.run;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.Map;

/**
 * A person says whether the runs that a guard has paused go on or stop.
 *
 * @param members who takes part in each of them
 * @param by who says it, as the log names it
 */
record Ruling(
        QuestionTable.Key key,
        Map<RunKey, Members> members,
        Given given,
        String by,
        HubLines lines,
        Clocks clocks)
        implements Command<QuestionTable.Row> {
    @Override
    public void touches(Touches touches) {
        for (var run : members.keySet()) {
            touches.lock(run.lock());
            touches.row(RunTable.TABLE, run);
        }
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
        var book = new QuestionBook(tx, log, lines, clocks);
        var closed = book.answer(question, given, by);
        var others = book.alsoHeldUp(question);
        if (Guarding.STOP.equals(given.choice())) {
            stop(tx, log, asked);
            for (var other : others) {
                stop(tx, other, asked);
            }
            return closed;
        }
        if (key.id().equals(row.standing().question())) {
            book.goOn(log, by);
        }
        for (var other : others) {
            book.goOn(other, by);
        }
        if (asked.assignment() != null) {
            var awaited = tx.rows(AwaitedTable.TABLE);
            awaited.find(new AwaitedTable.Key(run, asked.assignment()))
                    .ifPresent(assignment -> awaited.put(assignment.askedAnew()));
        }
        return closed;
    }

    private void stop(Tx tx, Log log, Asked asked) throws SQLException {
        var there = members.getOrDefault(log.run().key(), new Members(Map.of()));
        var why = "stopped: " + asked.guard();
        var end = Control.End.cancelled(asked.guard(), why, by);
        Control.end(tx, log, there, end, new QuestionBook(tx, log, lines, clocks), lines);
    }
}
