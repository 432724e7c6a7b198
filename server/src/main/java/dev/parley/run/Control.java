package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Wire;
import dev.parley.run.conduct.Ending;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.RunStates;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** How people hold a run up, let it go on, and end it. */
public final class Control {
    private final Store store;
    private final Runs runs;
    private final HubLines lines;
    private final Clocks clocks;

    public Control(Store store, Runs runs, Ids ids, Clocks clocks) {
        this.store = store;
        this.runs = runs;
        this.lines = new HubLines(ids);
        this.clocks = clocks;
    }

    /** Agents may add nothing until the run is resumed; pausing it again changes nothing. */
    public RunTable.Row pause(Principal caller, RunId id, @Nullable String reason) {
        return change(
                caller,
                id,
                (tx, log) -> {
                    var standing = log.run().standing();
                    if (!standing.paused()) {
                        log.stands(standing.pause(reason == null ? "paused" : reason, null));
                        clocks.stop(tx, log.run().key());
                        log.add(lines.stands(log.run(), "the run is paused", caller.label()));
                    }
                });
    }

    /** Lets a paused run go on; one that is not paused stays as it is. */
    public RunTable.Row resume(Principal caller, RunId id) {
        return change(
                caller,
                id,
                (tx, log) -> {
                    if (log.run().standing().paused()) {
                        var questions = new QuestionBook(tx, log, lines, clocks);
                        questions.withdraw(log.run().standing());
                        questions.goOn(log, caller.label());
                    }
                });
    }

    /** Ends a run, and tells everybody who holds an assignment; cancelling it again is harmless. */
    public RunTable.Row cancel(Principal caller, RunId id, @Nullable String reason) {
        var members = runs.get(caller, id).members();
        return change(
                caller,
                id,
                (tx, log) -> {
                    var summary = reason == null ? "the run was cancelled" : reason;
                    var end = End.cancelled(reason, summary, caller.label());
                    end(tx, log, members, end, new QuestionBook(tx, log, lines, clocks), lines);
                });
    }

    /** How a run ends, why, and by whom. */
    record End(RunStates.Trigger how, @Nullable String reason, String summary, String by) {
        static End cancelled(@Nullable String reason, String summary, String by) {
            return new End(RunStates.Trigger.CANCELLED, reason, summary, by);
        }
    }

    /** Ends a run; whoever holds an assignment in it is told. */
    static void end(Tx tx, Log log, Members members, End end, QuestionBook book, HubLines lines)
            throws SQLException {
        var before = log.run().standing();
        log.stands(before.end(end.how, end.reason, end.summary));
        book.end(before);
        var last = log.add(lines.stands(log.run(), end.summary, end.by));
        for (var agent : Ending.release(tx, log.run().key(), last.seq())) {
            var holder = members.nameOf(new AgentName(agent));
            log.add(lines.cancel(log.run(), holder, agent));
        }
        tx.rows(AckClockTable.TABLE).put(AckClockTable.Row.ofCancelled(log.run().key()));
    }

    /** What somebody does to a run. */
    private interface Act {
        void on(Tx tx, Log log) throws SQLException;
    }

    private RunTable.Row change(Principal caller, RunId id, Act act) {
        var key = runs.get(caller, id).row().key();
        return store.write(
                new Command<RunTable.Row>() {
                    @Override
                    public void touches(Touches touches) {
                        touches.lock(key.lock());
                        touches.row(RunTable.TABLE, key);
                    }

                    @Override
                    public RunTable.Row decide(Tx tx) throws SQLException {
                        var row =
                                tx.rows(RunTable.TABLE)
                                        .find(key)
                                        .orElseThrow(() -> Runs.unknown(key.run()));
                        requireLive(row);
                        var log = new Log(tx, row);
                        act.on(tx, log);
                        return log.run();
                    }
                });
    }

    private static void requireLive(RunTable.Row row) {
        if (row.status().isFinal()) {
            throw new ParleyException(
                    Problem.RUN_ENDED, "the run is " + Wire.name(row.status()) + " already");
        }
    }
}
