package dev.parley.run;

import dev.parley.audit.Audit;
import dev.parley.audit.Happening;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunAgentTable;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Asks a person, once, what shall become of agents that all wait for each other, and pauses their
 * runs until there is an answer. The log that asks has an entry with the circle's own id, by which
 * everybody else who finds it sees that somebody is asked.
 */
record AskAboutCircle(Circle circle, HubLines lines, Clocks clocks, Audit audit)
        implements Command<AskAboutCircle.Outcome> {
    private static final String CODE = Problem.CYCLE.slug();

    /** What came of it. */
    enum Outcome {
        ASKED,
        /** Somebody was asked before, or the circle is none any more. */
        NOTHING_TO_ASK,
        /** Each of the runs is paused already; when one goes on, it is time to look again. */
        ALL_PAUSED
    }

    @Override
    public void touches(Touches touches) {
        for (var run : circle.runs()) {
            touches.lock(run.lock());
            touches.row(RunTable.TABLE, run);
        }
        for (var wait : circle.waits()) {
            touches.row(RunAgentTable.TABLE, new RunAgentTable.Key(wait.by().run(), wait.asker()));
        }
    }

    @Override
    public Outcome decide(Tx tx) throws SQLException {
        if (!stands(tx)) {
            return Outcome.NOTHING_TO_ASK;
        }
        var logs = new ArrayList<Log>();
        for (var run : circle.runs()) {
            if (tx.rows(MessageTable.TABLE)
                    .find(new MessageTable.Key(run, circle.id()))
                    .isPresent()) {
                return Outcome.NOTHING_TO_ASK;
            }
            tx.rows(RunTable.TABLE)
                    .find(run)
                    .filter(row -> !row.standing().paused())
                    .ifPresent(row -> logs.add(new Log(tx, row)));
        }
        if (logs.isEmpty()) {
            return Outcome.ALL_PAUSED;
        }
        var question = ask(tx, logs.getFirst());
        for (var log : logs) {
            log.stands(log.run().standing().pause(CODE, question));
            clocks.stop(tx, log.run().key());
            log.add(lines.stands(log.run(), "the run is paused", null));
        }
        return Outcome.ASKED;
    }

    /** Whether each of them still waits; nobody does in a run that has ended. */
    private boolean stands(Tx tx) throws SQLException {
        for (var wait : circle.waits()) {
            var agent = new RunAgentTable.Key(wait.by().run(), wait.asker());
            boolean isHeld =
                    tx.rows(RunAgentTable.TABLE)
                            .find(agent)
                            .filter(
                                    row ->
                                            row.waitsFor().stream()
                                                    .anyMatch(
                                                            edge ->
                                                                    edge.seq() == wait.by().seq()
                                                                            && !edge.suspended()))
                            .isPresent();
            if (!isHeld) {
                return false;
            }
        }
        return true;
    }

    private String ask(Tx tx, Log log) throws SQLException {
        var asked =
                new Asked(
                        circle.words() + ". Shall they go on?",
                        circle.context(),
                        List.of(Guarding.CONTINUE, Guarding.STOP),
                        List.of(),
                        null,
                        CODE,
                        null);
        var payload = Json.object().put("guard", CODE).put("detail", circle.words());
        var key = log.run().key();
        audit.note(
                tx,
                Happening.ofGuard(
                        key.space().value(),
                        Happening.HUB,
                        key.run().value(),
                        CODE,
                        circle.words()));
        return new QuestionBook(tx, log, lines, clocks).ask(asked, payload, circle.id());
    }
}
