package dev.parley.inbox;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import java.sql.SQLException;

/** Hands out, and with it ends what its reader held; neither when another pull was quicker. */
record Settled(Handed handed, Done done) implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        handed.touches(touches);
        done.touches(touches);
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        return handed.decide(tx) && done.decide(tx);
    }
}
