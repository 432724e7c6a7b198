package dev.parley.task;

import dev.parley.bus.Topic;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.CrewTable;
import java.sql.SQLException;

/**
 * Notes that a worker of a crew asks for no more work. Those of its agent who wait for some are
 * woken: the crew that one of them belongs to is there still.
 *
 * @param gone so long ago, in hub time, that whoever was last seen then is not there
 */
record Leave(CrewTable.Key crew, long gone) implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        touches.lock(crew.lock());
        touches.row(CrewTable.TABLE, crew);
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        var crews = tx.rows(CrewTable.TABLE);
        var known = crews.find(crew);
        if (known.isEmpty()) {
            return false;
        }
        crews.put(known.get().left(gone));
        tx.wake(new Topic.Work(crew.space(), crew.agent().value()));
        return true;
    }
}
