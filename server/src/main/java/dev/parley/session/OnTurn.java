package dev.parley.session;

import dev.parley.run.Append;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Does something about one turn, which is held together with its run.
 *
 * @param beside what may be added to the log of another run with it
 */
record OnTurn<R>(TurnTable.Key key, @Nullable Append beside, Deed<R> deed) implements Command<R> {
    OnTurn(TurnTable.Key key, Deed<R> deed) {
        this(key, null, deed);
    }

    /** What is done, as the turn stands. */
    interface Deed<R> {
        R on(Tx tx, SessionRow session, TurnTable.Row turn) throws SQLException;
    }

    @Override
    public void touches(Touches touches) {
        touches.lock(key.session().run().lock());
        touches.row(RunTable.TABLE, key.session().run());
        if (beside != null) {
            beside.touches(touches);
        }
    }

    @Override
    public R decide(Tx tx) throws SQLException {
        var session = tx.rows(SessionTable.TABLE).find(key.session()).orElseThrow();
        var turn = tx.rows(TurnTable.TABLE).find(key).orElseThrow();
        return deed.on(tx, session, turn);
    }
}
