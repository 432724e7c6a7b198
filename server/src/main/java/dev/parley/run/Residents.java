package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Message;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Space;
import dev.parley.run.conduct.Said;
import dev.parley.store.Tx;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whoever has turns to answer what is said to them: they are called when something is. */
public interface Residents {
    Residents NONE =
            new Residents() {
                @Override
                public boolean has(Space space, AgentName agent) {
                    return false;
                }

                @Override
                public void heard(Tx tx, RunTable.Row run, Said said) {}

                @Override
                public Optional<Errand> busyWith(Principal speaker, SessionId from) {
                    return Optional.empty();
                }
            };

    /** Whether an agent is one of them. */
    boolean has(Space space, AgentName agent);

    /** A message was added to a run's log, as part of the same batch. */
    void heard(Tx tx, RunTable.Row run, Said said) throws SQLException;

    /**
     * What is being answered in a session from which something is said, which is what it is said
     * for; refuses whoever speaks in the name of another's session.
     */
    Optional<Errand> busyWith(Principal speaker, SessionId from);

    /**
     * What an agent is at.
     *
     * @param forWhom the session that has spawned the one it is at it in
     */
    record Errand(Message message, @Nullable SessionId forWhom) {}
}
