package dev.parley.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.guard.Rates;
import dev.parley.protocol.RunId;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;

/** Whom somebody has chosen for a task, told in the log of the run that it is for. */
public final class Selections {
    /** To whom an agent's choices go, as far as its rate is concerned. */
    private static final String LOG = "choices";

    private final Store store;
    private final Runs runs;
    private final Chronicle chronicle;
    private final Rates rates;

    public Selections(Store store, Runs runs, Chronicle chronicle, Rates rates) {
        this.store = store;
        this.runs = runs;
        this.chronicle = chronicle;
        this.rates = rates;
    }

    /** Refuses whoever may not add to the run, or does so too often, before anybody is chosen. */
    public void admit(Principal caller, RunId id) {
        caller.require(Permission.SEND);
        Append.requireGoing(runs.get(caller, id).row(), caller.speaksFor().isEmpty());
        try (var toll = rates.toll()) {
            caller.speaksFor().ifPresent(by -> toll.pay(caller.space(), by.value(), LOG));
            toll.keep();
        }
    }

    /** Notes it; in a run that has ended meanwhile nothing is to be told any more. */
    public void note(Principal caller, RunId id, String summary, ObjectNode choice) {
        var body = choice.put("change", "selection").put("for", caller.label());
        store.write(new Note(new RunKey(caller.space(), id), summary, body, chronicle));
    }

    private record Note(RunKey run, String summary, ObjectNode choice, Chronicle chronicle)
            implements Command<Boolean> {
        @Override
        public void touches(Touches touches) {
            touches.lock(run.lock());
            touches.row(RunTable.TABLE, run);
        }

        @Override
        public Boolean decide(Tx tx) throws SQLException {
            var chapter = chronicle.of(tx, run);
            boolean isGoing = !chapter.run().status().isFinal();
            if (isGoing) {
                chapter.note(summary, choice);
            }
            return isGoing;
        }
    }
}
