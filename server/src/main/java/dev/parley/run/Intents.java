package dev.parley.run;

import static dev.parley.run.Directions.MANAGER;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.protocol.Ids;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.IntentTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The intent of a run: read by everybody in it, written by whoever leads it alone. */
public final class Intents {
    private final Store store;
    private final Runs runs;
    private final HubLines lines;

    /** A snapshot and its version; version 0 is one in which nothing was said yet. */
    public record Snapshot(long version, ObjectNode intent) {}

    public Intents(Store store, Runs runs, Ids ids) {
        this.store = store;
        this.runs = runs;
        this.lines = new HubLines(ids);
    }

    public Snapshot get(Principal caller, RunId id) {
        var key = runs.facts(caller, id).row().key();
        return snapshot(store.read(sql -> IntentTable.TABLE.find(sql, key)));
    }

    private static Snapshot snapshot(Optional<IntentTable.Row> row) {
        return row.map(known -> new Snapshot(known.version(), Json.parseTrusted(known.body())))
                .orElseGet(() -> new Snapshot(0, Intent.empty()));
    }

    /**
     * Says what the user wants, or how far it is met.
     *
     * @param expected the version that the manager has seen; null to write over whatever is there
     */
    public Snapshot put(Principal caller, RunId id, IntentDraft draft, @Nullable Long expected) {
        var run = runs.facts(caller, id);
        requireLeader(caller, run);
        return store.write(new Put(caller, run.row().key(), draft, expected));
    }

    /**
     * In a managed run the manager; in a tree its root, or the people it works for; elsewhere
     * whoever takes part. The owner may for anybody.
     */
    private void requireLeader(Principal caller, Run run) {
        var agent = caller.speaksFor();
        boolean isLeader =
                switch (run.row().protocol()) {
                    case MANAGED -> agent.filter(run.members().agent(MANAGER)::equals).isPresent();
                    case TREE ->
                            agent.isEmpty()
                                    || store.read(sql -> Steering.isRoot(sql, run, agent.get()));
                    case OPEN, CLOSED -> true;
                };
        if (!isLeader && caller.role() != Role.OWNER) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    run.row().protocol() == RunProtocol.TREE
                            ? "the intent of this run belongs to its root; report to your parent"
                            : "the intent of this run belongs to its manager, "
                                    + run.members().agent(MANAGER)
                                    + "; send it a message instead");
        }
    }

    private final class Put implements Command<Snapshot> {
        private final Principal caller;
        private final RunKey run;
        private final IntentDraft draft;
        private final @Nullable Long expected;

        Put(Principal caller, RunKey run, IntentDraft draft, @Nullable Long expected) {
            this.caller = caller;
            this.run = run;
            this.draft = draft;
            this.expected = expected;
        }

        @Override
        public void touches(Touches touches) {
            touches.lock(run.lock());
            touches.row(RunTable.TABLE, run);
            touches.row(IntentTable.TABLE, run);
        }

        @Override
        public Snapshot decide(Tx tx) throws SQLException {
            var row = tx.rows(RunTable.TABLE).find(run).orElseThrow(() -> Runs.unknown(run.run()));
            if (row.status().isFinal()) {
                throw new ParleyException(
                        Problem.RUN_ENDED, "the run has ended; its intent stays as it is");
            }
            var known = snapshot(tx.rows(IntentTable.TABLE).find(run));
            if (expected != null && expected != known.version) {
                throw new ParleyException(
                        Problem.INTENT_CHANGED,
                        "the intent has version " + known.version + " by now, not " + expected);
            }
            for (var id : draft.shownBy()) {
                requireThere(tx, id);
            }
            var intent = draft.over(known.intent, caller.label());
            long version = known.version + 1;
            tx.rows(IntentTable.TABLE)
                    .put(
                            new IntentTable.Row(
                                    run, version, Json.write(intent), caller.label(), tx.now()));
            var payload = Json.object().put("version", version).put("by", caller.label());
            payload.set("intent", intent);
            new Log(tx, row).add(lines.change(row, "intent", "the intent has changed", payload));
            return new Snapshot(version, intent);
        }

        private void requireThere(Tx tx, MessageId id) throws SQLException {
            if (tx.rows(MessageTable.TABLE).find(new MessageTable.Key(run, id)).isEmpty()) {
                throw new ParleyException(
                        Problem.UNKNOWN_MESSAGE, "shown_by names " + id + ", which is not here");
            }
        }
    }
}
