package dev.parley.agent;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.InstanceState;
import dev.parley.store.table.InstanceTable;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Notes that an instance was seen.
 *
 * @param said what it says that it does; null when it says nothing about that
 * @param now in hub time
 * @param instead one that has to be forgotten for it
 */
record Sighting(
        InstanceTable.Key key,
        @Nullable InstanceState said,
        long now,
        InstanceTable.@Nullable Key instead)
        implements Command<InstanceTable.Row> {
    @Override
    public void touches(Touches touches) {
        touches.lock(key.lock());
        touches.row(InstanceTable.TABLE, key);
    }

    @Override
    public InstanceTable.Row decide(Tx tx) throws SQLException {
        var instances = tx.rows(InstanceTable.TABLE);
        var known =
                instances
                        .find(key)
                        .orElse(new InstanceTable.Row(key, InstanceState.END, now, tx.now(), now));
        var state = said == null ? present(known.state()) : said;
        boolean begins =
                known.state() != state
                        && (state == InstanceState.START || known.state() == InstanceState.END);
        var row =
                new InstanceTable.Row(
                        key,
                        state,
                        Math.max(known.lastSeen(), now),
                        begins ? tx.now() : known.startedAt(),
                        known.state() == state ? known.since() : now);
        instances.put(row);
        if (instead != null) {
            instances.remove(instead);
        }
        return row;
    }

    /** Whoever is seen after it has ended has begun anew. */
    private static InstanceState present(InstanceState known) {
        return known == InstanceState.END ? InstanceState.START : known;
    }
}
