package dev.parley.session;

import dev.parley.protocol.TurnState;
import dev.parley.run.Chronicle;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.RunStates;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.sql.SQLException;

/** Closes a session and its run; closing it again changes nothing. */
record CloseSession(SessionTable.Key key, Chronicle chronicle, String by)
        implements Command<SessionRow> {
    /** Further ones are called off when their turn comes. */
    private static final int MAX_TURNS = 400;

    @Override
    public void touches(Touches touches) {
        touches.lock(key.run().lock());
        touches.row(RunTable.TABLE, key.run());
    }

    @Override
    public SessionRow decide(Tx tx) throws SQLException {
        var session = tx.rows(SessionTable.TABLE).find(key).orElseThrow();
        if (session.closedAt() != null) {
            return session;
        }
        for (var turn : TurnTable.TABLE.open(tx.settled(), key, MAX_TURNS)) {
            tx.rows(TurnTable.TABLE)
                    .put(turn.ended(TurnState.CANCELLED, "the session was closed", null, tx.now()));
        }
        var closed = session.closed(tx.now());
        var chapter = chronicle.of(tx, key.run());
        Standing.keep(tx, session, closed, chapter.run().head());
        if (!chapter.run().status().isFinal()) {
            chapter.end(RunStates.Trigger.FINISHED, null, "the session was closed", by);
        }
        return closed;
    }
}
