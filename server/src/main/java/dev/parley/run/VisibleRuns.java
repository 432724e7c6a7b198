package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.ParticipantTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;

/**
 * Runs as far as a caller may see them: people all of their space, agents those they are part of.
 */
final class VisibleRuns {
    /** How many runs' unchanging facts are kept at hand. */
    private static final int MAX_FACTS = 10_000;

    private final Store store;
    private final Recent<RunKey, Run> facts = new Recent<>(MAX_FACTS);

    VisibleRuns(Store store) {
        this.store = store;
    }

    /** The run as it is now. */
    Run get(Principal caller, RunId id) {
        var run = read(new RunKey(caller.space(), id));
        if (!isVisible(caller, run)) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "agent " + caller.name() + " takes no part in run " + run.row().key().run());
        }
        return run;
    }

    /** The run as it was when it was last looked at. */
    Run facts(Principal caller, RunId id) {
        var known = facts.get(new RunKey(caller.space(), id)).filter(run -> isVisible(caller, run));
        return known.isPresent() ? known.get() : get(caller, id);
    }

    /** Whether the caller may see this run of its space. */
    boolean has(Principal caller, RunId id) {
        var key = new RunKey(caller.space(), id);
        return isVisible(caller, facts.get(key).orElseGet(() -> read(key)));
    }

    private Run read(RunKey key) {
        return facts.put(key, store.read(sql -> read(sql, key)));
    }

    private static Run read(Sql sql, RunKey key) throws SQLException {
        var row = RunTable.TABLE.find(sql, key).orElseThrow(() -> Runs.unknown(key.run()));
        return new Run(row, new Members(ParticipantTable.TABLE.of(sql, key)));
    }

    private static boolean isVisible(Principal caller, Run run) {
        return caller.speaksFor().isEmpty() || takesPart(run, caller.speaksFor().get());
    }

    private static boolean takesPart(Run run, AgentName agent) {
        return run.row().protocol() == RunProtocol.OPEN || run.members().has(agent);
    }
}
