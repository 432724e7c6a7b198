package dev.parley.session;

import dev.parley.access.Principal;
import dev.parley.protocol.Act;
import dev.parley.protocol.Message;
import dev.parley.protocol.SessionState;
import dev.parley.run.Entry;
import dev.parley.run.Runs;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * How a session stands.
 *
 * @param waiting how many turns are not over
 * @param isActive whether its agent is at hand
 * @param isClosed whether nothing more can be said in it
 * @param last what was said last, by whomever
 */
public record SessionView(
        SessionRow session,
        SessionState state,
        int waiting,
        boolean isActive,
        boolean isClosed,
        Optional<Message> last) {
    /** What counts as something that was said. */
    static final Set<Act> SPOKEN =
            EnumSet.of(
                    Act.SAY,
                    Act.ASSIGN,
                    Act.RESULT,
                    Act.ASK,
                    Act.ANSWER,
                    Act.ASK_USER,
                    Act.USER_ANSWER,
                    Act.FINAL);

    private static final int LOOKED_AT = 50;

    public boolean isIdle() {
        return state != SessionState.STREAMING;
    }

    static SessionView of(
            Store store, Runs runs, Stage stage, Principal caller, SessionRow session) {
        runs.facts(caller, session.key().run().run());
        return store.read(sql -> read(sql, stage, session.key()));
    }

    private static SessionView read(Sql sql, Stage stage, SessionTable.Key key)
            throws SQLException {
        var session = SessionTable.TABLE.find(sql, key).orElseThrow();
        var run = RunTable.TABLE.find(sql, key.run()).orElseThrow();
        boolean isClosed = run.status().isFinal();
        // A run that was cancelled may leave turns behind, which nobody takes any more.
        var standing = isClosed ? session.without(session.waiting()) : session;
        return new SessionView(
                standing,
                standing.state(),
                standing.waiting(),
                !isClosed && stage.isActive(key, session.id()),
                isClosed,
                last(sql, run));
    }

    private static Optional<Message> last(Sql sql, RunTable.Row run) throws SQLException {
        for (long end = run.head(); end > 0; end -= LOOKED_AT) {
            var page =
                    MessageTable.TABLE.after(
                            sql, run.key(), end - LOOKED_AT, (int) Math.min(end, LOOKED_AT));
            var said =
                    page.reversed().stream()
                            .map(Entry::message)
                            .filter(message -> SPOKEN.contains(message.act()))
                            .findFirst();
            if (said.isPresent()) {
                return said;
            }
        }
        return Optional.empty();
    }
}
