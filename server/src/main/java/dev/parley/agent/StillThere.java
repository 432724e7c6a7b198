package dev.parley.agent;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.InstanceState;
import dev.parley.store.table.InstanceTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Notes when instances were last seen. One that has said that it ends is not brought back by what
 * it has left open; says which those are.
 */
record StillThere(List<Marks.Seen> seen) implements Command<List<InstanceTable.Key>> {
    /** As many rows as one command may change. */
    static final int MAX = 500;

    @Override
    public void touches(Touches touches) {
        for (var one : seen) {
            touches.lock(one.key().lock());
            touches.row(InstanceTable.TABLE, one.key());
        }
    }

    @Override
    public int weight() {
        return 128 * seen.size();
    }

    @Override
    public List<InstanceTable.Key> decide(Tx tx) throws SQLException {
        var instances = tx.rows(InstanceTable.TABLE);
        var ended = new ArrayList<InstanceTable.Key>();
        for (var one : seen) {
            var known =
                    instances
                            .find(one.key())
                            .orElse(
                                    new InstanceTable.Row(
                                            one.key(),
                                            InstanceState.START,
                                            one.at(),
                                            tx.now(),
                                            one.at()));
            if (known.state() == InstanceState.END) {
                ended.add(one.key());
            } else {
                instances.put(known.seen(one.at()));
            }
        }
        return ended;
    }
}
