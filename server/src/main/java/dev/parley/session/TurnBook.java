package dev.parley.session;

import dev.parley.access.Principal;
import dev.parley.agent.Hosted;
import dev.parley.bus.Topic;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Message;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Space;
import dev.parley.protocol.TurnState;
import dev.parley.run.Entry;
import dev.parley.run.Residents;
import dev.parley.run.conduct.Said;
import dev.parley.store.Store;
import dev.parley.store.Tx;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Calls for a turn of whoever is spoken to in a session, and notes when an agent that runs itself
 * has answered. An agent that the hub runs has a session in every run in which it is spoken to.
 */
public final class TurnBook implements Residents {
    private static final Set<Act> CALLING =
            EnumSet.of(
                    Act.ASSIGN,
                    Act.ASK,
                    Act.ANSWER,
                    Act.USER_ANSWER,
                    Act.RESULT,
                    Act.BLOCKED,
                    Act.DECIDE,
                    Act.SAY);

    private static final Set<Act> ANSWERING =
            EnumSet.of(Act.SAY, Act.RESULT, Act.ANSWER, Act.FINAL);

    /** How many turns one answer may be about. */
    private static final int MAX_OPEN = 200;

    private final Hosted hosted;
    private final Ids ids;
    private final Store store;
    private final String home;
    private final Facts facts;

    /**
     * The book of a hub.
     *
     * @param home where agents work that are spoken to outside of sessions
     */
    public TurnBook(Hosted hosted, Ids ids, Store store, Path home) {
        this.hosted = hosted;
        this.ids = ids;
        this.store = store;
        this.home = home.toString();
        this.facts = new Facts(store);
    }

    @Override
    public boolean has(Space space, AgentName agent) {
        return hosted.has(space, agent);
    }

    @Override
    public Optional<Errand> busyWith(Principal speaker, SessionId from) {
        var own = facts.own(speaker, from);
        var session = own.key();
        if (!hosted.has(session.run().space(), session.agent())) {
            return Optional.empty();
        }
        return store.read(
                        sql -> {
                            var running =
                                    SessionTable.TABLE.find(sql, session).map(SessionRow::running);
                            return running.isEmpty()
                                    ? Optional.<MessageTable.Row>empty()
                                    : MessageTable.TABLE.at(sql, session.run(), running.get());
                        })
                .map(row -> new Errand(Entry.message(row), own.parent()));
    }

    @Override
    public void heard(Tx tx, RunTable.Row run, Said said) throws SQLException {
        boolean isSession = run.session().equals(SessionId.of(run.key().run()));
        if (!isSession && hosted.isEmpty()) {
            return;
        }
        for (var name : said.heard()) {
            boolean isHosted = isHosted(run, name);
            if ((isHosted || isSession)
                    && calls(said.message())
                    && !isAwaited(tx, run, said.message())) {
                call(tx, run, said, name, isHosted);
            }
        }
        if (isSession && !said.isByUser() && !isHosted(run, said.speaker())) {
            answered(tx, run, said);
        }
    }

    private boolean isHosted(RunTable.Row run, String agent) {
        return !agent.equals(Address.USER.value())
                && hosted.has(run.key().space(), new AgentName(agent));
    }

    /** An agent's answer to an agent is never itself answered by the hub. */
    private static boolean calls(Message message) {
        boolean isReply = message.act() == Act.SAY && message.parentId() != null;
        return CALLING.contains(message.act()) && !(isReply && !message.fromAgent().isUser());
    }

    /** Whoever has asked in a turn that is still under way, in another session, hears it there. */
    private static boolean isAwaited(Tx tx, RunTable.Row run, Message message) throws SQLException {
        var asked = message.parentId();
        if (message.act() != Act.ANSWER || asked == null) {
            return false;
        }
        var question = tx.rows(MessageTable.TABLE).find(new MessageTable.Key(run.key(), asked));
        var from = question.map(Entry::message).map(Message::fromSession);
        if (from.isEmpty()) {
            return false;
        }
        return SessionTable.TABLE
                .find(tx.settled(), run.key().space(), from.get())
                .filter(session -> !session.key().run().equals(run.key()))
                .filter(session -> session.running() != null)
                .isPresent();
    }

    private void call(Tx tx, RunTable.Row run, Said said, String agent, boolean isHosted)
            throws SQLException {
        if (agent.equals(Address.USER.value())) {
            return;
        }
        var key = new SessionTable.Key(run.key(), new AgentName(agent));
        var sessions = tx.rows(SessionTable.TABLE);
        var known = sessions.find(key);
        if (known.isEmpty() && !isHosted) {
            return;
        }
        var session = known.orElseGet(() -> joined(tx, key));
        Standing.keep(tx, session, session.called(tx.now()), said.message().seq());
        var turn =
                TurnTable.Row.queued(
                        new TurnTable.Key(key, said.message().seq()),
                        said.message().messageId(),
                        tx.now());
        tx.rows(TurnTable.TABLE).put(isHosted ? turn : turn.begun(null, tx.now()));
        tx.wake(new Topic.Turns());
    }

    private SessionRow joined(Tx tx, SessionTable.Key key) {
        return SessionRow.opened(
                key, new SessionId(ids.next("ses")), home, null, null, 0, "system", tx.now());
    }

    /** An agent that runs itself answers by name, or whatever it was asked so far. */
    private static void answered(Tx tx, RunTable.Row run, Said said) throws SQLException {
        var key = new SessionTable.Key(run.key(), new AgentName(said.speaker()));
        var session = tx.rows(SessionTable.TABLE).find(key);
        if (session.isEmpty() || !ANSWERING.contains(said.message().act())) {
            return;
        }
        int over = 0;
        for (var turn : TurnTable.TABLE.open(tx.settled(), key, MAX_OPEN)) {
            if (said.about() == null || said.about() == turn.key().seq()) {
                over++;
                tx.rows(TurnTable.TABLE)
                        .put(
                                turn.ended(
                                        TurnState.DONE,
                                        null,
                                        said.message().messageId(),
                                        tx.now()));
            }
        }
        if (over > 0) {
            Standing.keep(
                    tx,
                    session.get(),
                    session.get().without(over - 1).ended(null, null, tx.now()),
                    said.message().seq());
        }
    }
}
