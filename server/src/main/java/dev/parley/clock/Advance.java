package dev.parley.clock;

import dev.parley.store.Command;
import dev.parley.store.Meta;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import java.sql.SQLException;

/**
 * Brings the kept counter up to what a node has watched, unless another node has come further; says
 * where it stands then.
 */
record Advance(long millis) implements Command<Long> {
    @Override
    public void touches(Touches touches) {
        touches.lock(Meta.HUB_TIME);
        touches.row(Meta.TABLE, Meta.HUB_TIME);
    }

    @Override
    public Long decide(Tx tx) throws SQLException {
        var meta = tx.rows(Meta.TABLE);
        long stands =
                meta.find(Meta.HUB_TIME).map(entry -> Long.parseLong(entry.value())).orElse(0L);
        if (millis <= stands) {
            return stands;
        }
        meta.put(new Meta.Entry(Meta.HUB_TIME, Long.toString(millis)));
        return millis;
    }
}
