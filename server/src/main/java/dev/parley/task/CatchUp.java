package dev.parley.task;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.CrewTable;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;

/**
 * Has a crew look at a page of the routes that are new to it, and notes that it asks for work; says
 * whether it has seen them all.
 *
 * @param now in hub time
 * @param hasLeft whether whoever asks has said meanwhile that it asks no more
 */
record CatchUp(CrewTable.Key crew, long now, BooleanSupplier hasLeft) implements Command<Boolean> {
    CatchUp(CrewTable.Key crew, long now) {
        this(crew, now, () -> false);
    }

    @Override
    public void touches(Touches touches) {
        touches.lock(crew.lock());
        touches.row(CrewTable.TABLE, crew);
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        if (hasLeft.getAsBoolean()) {
            return true;
        }
        var routing = new Routing(tx);
        var known = tx.rows(CrewTable.TABLE).find(crew).orElse(CrewTable.Row.of(crew));
        var current = routing.catchUp(known).used(now);
        tx.rows(CrewTable.TABLE).put(current);
        return !routing.isBehind(current);
    }
}
