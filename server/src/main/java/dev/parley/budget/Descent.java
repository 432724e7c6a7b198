package dev.parley.budget;

import dev.parley.protocol.Message;
import dev.parley.protocol.SessionId;
import dev.parley.run.Entry;
import dev.parley.store.Sql;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * On whose behalf an agent works: whoever has spoken to it, whoever has spoken to that, and so on.
 */
final class Descent {
    /** Deeper than sessions and messages may follow from each other. */
    private static final int MAX_DEPTH = 64;

    private Descent() {}

    /** The runs from that of a turn upwards. */
    static List<RunKey> of(Sql sql, SessionRow session, Message asked) throws SQLException {
        var runs = new LinkedHashSet<RunKey>();
        runs.add(session.key().run());
        var seen = new HashSet<SessionId>();
        seen.add(session.id());
        var next = above(session, Optional.of(asked));
        while (next.isPresent() && seen.add(next.get()) && seen.size() <= MAX_DEPTH) {
            var found = SessionTable.TABLE.find(sql, session.key().run().space(), next.get());
            if (found.isEmpty()) {
                break;
            }
            runs.add(found.get().key().run());
            next = above(found.get(), underWay(sql, found.get()));
        }
        return List.copyOf(runs);
    }

    /** The session that a turn was asked for from, or else whichever has spawned its session. */
    private static Optional<SessionId> above(SessionRow session, Optional<Message> asked) {
        return asked.map(Message::fromSession)
                .filter(from -> !from.equals(session.id()))
                .or(() -> Optional.ofNullable(session.parent()));
    }

    private static Optional<Message> underWay(Sql sql, SessionRow session) throws SQLException {
        var running = session.running();
        return running == null
                ? Optional.empty()
                : MessageTable.TABLE.at(sql, session.key().run(), running).map(Entry::message);
    }
}
