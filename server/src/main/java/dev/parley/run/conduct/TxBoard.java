package dev.parley.run.conduct;

import dev.parley.bus.Topic;
import dev.parley.protocol.Act;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Tx;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.RunAgentTable;
import dev.parley.store.table.RunKey;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** How everybody stands, as the store knows it. */
public final class TxBoard implements Board {
    private final Tx tx;
    private final RunKey run;
    private final Map<String, RunAgentTable.Row> before = new HashMap<>();
    private final Map<String, RunAgentTable.Row> changed = new LinkedHashMap<>();
    private final Map<Long, AwaitedTable.Row> matters = new LinkedHashMap<>();

    public TxBoard(Tx tx, RunKey run) {
        this.tx = tx;
        this.run = run;
    }

    RunKey run() {
        return run;
    }

    @Override
    public RunAgentTable.Row agent(String name) throws SQLException {
        var now = changed.get(name);
        if (now != null) {
            return now;
        }
        var key = new RunAgentTable.Key(run, name);
        var found =
                tx.rows(RunAgentTable.TABLE).find(key).orElseGet(() -> RunAgentTable.Row.idle(key));
        before.put(name, found);
        return found;
    }

    @Override
    public void put(RunAgentTable.Row agent) {
        changed.put(agent.key().agent(), agent);
    }

    @Override
    public Optional<AwaitedTable.Row> awaited(long seq) throws SQLException {
        return tx.rows(AwaitedTable.TABLE).find(new AwaitedTable.Key(run, seq));
    }

    @Override
    public void put(AwaitedTable.Row awaited) {
        tx.rows(AwaitedTable.TABLE).put(awaited);
        if (awaited.act() == Act.ASK_USER || awaited.act() == Act.BLOCKED) {
            matters.put(awaited.key().seq(), awaited);
        }
    }

    /** Blockers and questions to the user that were brought up or settled. */
    public Collection<AwaitedTable.Row> matters() {
        return matters.values();
    }

    /** Writes who stands otherwise than before, and tells of the states that changed. */
    public void keep(long seq) {
        changed.forEach(
                (name, row) -> {
                    var old = before.get(name);
                    if (row.equals(old)) {
                        return;
                    }
                    tx.rows(RunAgentTable.TABLE).put(row);
                    if (!row.waitsFor().isEmpty()
                            && (old == null || !old.waitsFor().equals(row.waitsFor()))) {
                        tx.wake(new Topic.Awaiting(run.space(), name));
                    }
                    if (old == null || old.state() != row.state()) {
                        var detail =
                                Json.object()
                                        .put("agent", name)
                                        .put("state", Wire.name(row.state()));
                        tx.rows(FeedTable.TABLE)
                                .put(
                                        new FeedTable.Change(
                                                FeedTable.STATE, run, seq, Json.write(detail)));
                    }
                });
    }
}
