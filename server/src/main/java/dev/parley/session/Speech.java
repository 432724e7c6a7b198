package dev.parley.session;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Source;
import dev.parley.protocol.codec.Envelope;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Posted;
import dev.parley.run.Runs;
import dev.parley.run.Wording;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import java.sql.SQLException;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How something is said in a session, by whom, and from where. */
final class Speech {
    private static final int MAX_APPLET = 128;

    private final Store store;
    private final Runs runs;
    private final Facts facts;

    Speech(Store store, Runs runs) {
        this.store = store;
        this.runs = runs;
        this.facts = new Facts(store);
    }

    /** The session, for whoever may look. */
    SessionRow get(Principal caller, SessionId id) {
        return store.read(sql -> SessionTable.TABLE.find(sql, caller.space(), id))
                .orElseThrow(() -> unknown(id));
    }

    private SessionRow facts(Principal caller, SessionId id) {
        return facts.find(caller.space(), id).orElseThrow(() -> unknown(id));
    }

    private static ParleyException unknown(SessionId id) {
        return new ParleyException(Problem.UNKNOWN_SESSION, "there is no session " + id);
    }

    /** One that the caller speaks for. */
    SessionRow own(Principal caller, SessionId id) {
        facts(caller, id);
        return facts.own(caller, id);
    }

    /** Says something in a session, as part of something larger. */
    Told say(Principal caller, SessionId id, Saying saying, UnaryOperator<Command<Posted>> larger) {
        if (id.equals(saying.from())) {
            throw new ParleyException(Problem.SELF_SEND, "Cannot POST to own session");
        }
        var session = facts(caller, id);
        var draft = draft(caller, id, session.key().agent(), saying);
        var from = saying.from();
        var speaker =
                from != null && caller.role() == Role.OWNER && draft.source() == Source.AGENT
                        ? as(caller, facts(caller, from))
                        : caller;
        try {
            var ahead = new AtomicInteger();
            var posted =
                    runs.post(
                            caller,
                            speaker,
                            session.key().run().run(),
                            draft,
                            said -> larger.apply(new Counted(said, session.key(), ahead)));
            return new Told(posted, session.key().agent(), ahead.get());
        } catch (ParleyException refused) {
            throw refused.problem() == Problem.RUN_ENDED ? closed(id) : refused;
        }
    }

    /** Says something, and sees how many turns come before the one that answers it. */
    private record Counted(Command<Posted> said, SessionTable.Key session, AtomicInteger ahead)
            implements Command<Posted> {
        @Override
        public void touches(Touches touches) {
            said.touches(touches);
        }

        @Override
        public int weight() {
            return said.weight();
        }

        @Override
        public Posted decide(Tx tx) throws SQLException {
            var posted = said.decide(tx);
            var row = tx.rows(SessionTable.TABLE).find(session);
            ahead.set(Math.max(0, row.map(SessionRow::waiting).orElse(0) - 1));
            return posted;
        }
    }

    private static ParleyException closed(SessionId id) {
        return new ParleyException(
                Problem.SESSION_CLOSED, "session " + id + " is closed; open another");
    }

    /** The owner acts for the agent of a session. */
    static Principal as(Principal owner, SessionRow session) {
        var agent = session.key().agent();
        return new Principal(owner.tokenId(), owner.space(), Role.WORKER, agent.value(), agent);
    }

    Draft draft(Principal caller, @Nullable SessionId to, AgentName agent, Saying saying) {
        var from = saying.from();
        if (from != null) {
            own(caller, from);
        }
        var source = Objects.requireNonNullElse(saying.source(), usual(caller, from));
        boolean isAgent = caller.speaksFor().isPresent();
        if (isAgent != (source == Source.AGENT) && caller.role() != Role.OWNER) {
            throw new ParleyException(
                    Problem.SENDER_MISMATCH,
                    isAgent
                            ? "an agent speaks with source agent"
                            : "only agents speak with source agent");
        }
        if (isAgent && from == null && to != null && caller.speaksFor().get().equals(agent)) {
            throw new ParleyException(
                    Problem.SELF_SEND,
                    "Cannot POST to own session; say in fromSession which one this comes from");
        }
        var draft =
                Draft.to(Address.of(agent), Envelope.DEFAULT_KIND)
                        .messageId(saying.id())
                        .source(source)
                        .fromSession(from);
        var built = Wording.write(draft, saying.words());
        return source == Source.APPLET ? named(built, saying).build() : built.build();
    }

    private static Source usual(Principal caller, @Nullable SessionId from) {
        return from != null || caller.speaksFor().isPresent() ? Source.AGENT : Source.USER;
    }

    /** An applet says which one it is. */
    private static Draft.Builder named(Draft.Builder draft, Saying saying) {
        var name = saying.applet();
        if (name == null || name.isBlank() || name.length() > MAX_APPLET) {
            throw new ParleyException(
                    Problem.BAD_REQUEST,
                    "with source applet, applet must be its name, 1 to "
                            + MAX_APPLET
                            + " characters");
        }
        return draft.payload(Json.object().put("applet", name).put("message", saying.words()));
    }
}
