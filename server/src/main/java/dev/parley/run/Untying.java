package dev.parley.run;

import dev.parley.protocol.Problem;
import dev.parley.run.conduct.Outlook;
import dev.parley.run.conduct.Said;
import dev.parley.run.conduct.TxBoard;
import dev.parley.store.Tx;
import dev.parley.store.table.QuestionState;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;

/**
 * Lets runs that are paused because agents wait for each other go on as soon as one of them gives
 * the reply that another waits for: then nobody need be asked any more.
 */
record Untying(Tx tx, HubLines lines, Clocks clocks) {
    private static final String CODE = Problem.CYCLE.slug();

    /** Whether only a person, or a reply, lets the run go on. */
    static boolean isTied(RunTable.Row run) {
        var standing = run.standing();
        return standing.paused() && standing.question() != null && CODE.equals(standing.reason());
    }

    /** The run as it stands for a message, which may be the reply that lets it go on. */
    RunTable.Row by(Said said, RunTable.Row run) throws SQLException {
        var id = run.standing().question();
        if (id == null || !isTied(run) || said.isByUser()) {
            return run;
        }
        var settled = new Outlook(new TxBoard(tx, run.key()), said).settles();
        if (settled.isEmpty()) {
            return run;
        }
        var key = QuestionTable.Key.of(run.key().space(), id);
        tx.hold(key.run().lock());
        var question =
                tx.rows(QuestionTable.TABLE)
                        .find(key)
                        .filter(QuestionTable.Row::isOpen)
                        .filter(row -> Asked.read(row.asked()).isAboutWait(settled.get().key()));
        if (question.isEmpty()) {
            return run;
        }
        withdraw(question.get());
        return row(run.key());
    }

    private void withdraw(QuestionTable.Row question) throws SQLException {
        var log = new Log(tx, row(question.key().run()));
        var book = new QuestionBook(tx, log, lines, clocks);
        book.close(question, QuestionState.CANCELLED);
        if (question.key().id().equals(log.run().standing().question())) {
            book.goOn(log, null);
        }
    }

    private RunTable.Row row(RunKey key) throws SQLException {
        return tx.rows(RunTable.TABLE).find(key).orElseThrow(() -> Runs.unknown(key.run()));
    }
}
