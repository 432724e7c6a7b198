package dev.parley.session;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.SessionId;
import dev.parley.run.Beginning;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Opens a session together with the run that what is said in it stands in. */
record OpenSession(
        Beginning beginning,
        AgentName agent,
        @Nullable String cwd,
        @Nullable String model,
        @Nullable SessionId parent,
        int depth,
        String createdBy)
        implements Command<SessionRow> {
    @Override
    public void touches(Touches touches) {
        beginning.touches(touches);
    }

    @Override
    public int weight() {
        return beginning.weight();
    }

    @Override
    public SessionRow decide(Tx tx) throws SQLException {
        var key = new SessionTable.Key(beginning.key(), agent);
        var id = SessionId.of(beginning.key().run());
        tx.rows(SessionTable.TABLE)
                .put(SessionRow.opened(key, id, cwd, model, parent, depth, createdBy, tx.now()));
        beginning.decide(tx);
        return tx.rows(SessionTable.TABLE).find(key).orElseThrow();
    }
}
