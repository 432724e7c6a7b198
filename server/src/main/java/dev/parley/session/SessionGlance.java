package dev.parley.session;

import dev.parley.access.Principal;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.store.Sql;
import dev.parley.store.table.Line;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.SessionRow;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a list shows of a session.
 *
 * @param isClosed whether nothing more can be said in it
 * @param lastSeq where the log of its run ends
 * @param last what was said last in its run; null for whoever may not see that
 */
public record SessionGlance(
        SessionRow session, boolean isClosed, long lastSeq, @Nullable Line last) {

    static List<SessionGlance> of(Sql sql, Principal caller, List<SessionRow> sessions)
            throws SQLException {
        var ids = sessions.stream().map(session -> session.key().run().run()).distinct().toList();
        var runs = new HashMap<RunId, RunTable.Row>();
        RunTable.TABLE.of(sql, caller.space(), ids).forEach(run -> runs.put(run.key().run(), run));
        var last = MessageTable.TABLE.lastSpoken(sql, caller.space(), ids);
        return sessions.stream()
                .filter(session -> runs.containsKey(session.key().run().run()))
                .map(session -> of(caller, session, runs, last))
                .toList();
    }

    private static SessionGlance of(
            Principal caller,
            SessionRow session,
            Map<RunId, RunTable.Row> runs,
            Map<RunId, Line> last) {
        var id = session.key().run().run();
        var run = runs.get(id);
        boolean isClosed = run == null || run.status().isFinal();
        boolean isShown =
                caller.speaksFor().isEmpty()
                        || caller.speaksFor().get().equals(session.key().agent())
                        || (run != null && run.protocol() == RunProtocol.OPEN);
        return new SessionGlance(
                isClosed ? session.without(session.waiting()) : session,
                isClosed,
                run == null ? 0 : run.head(),
                isShown ? last.get(id) : null);
    }

    /** Whether the session's own agent has said that last. */
    public static boolean isByAgent(SessionRow session, Line last) {
        return Sessions.isByAgent(session, last.sender(), last.fromSession());
    }
}
