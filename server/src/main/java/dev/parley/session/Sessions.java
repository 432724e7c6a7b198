package dev.parley.session;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.access.Waits;
import dev.parley.agent.Hosted;
import dev.parley.bus.Topic;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.SessionId;
import dev.parley.run.Chronicle;
import dev.parley.run.Posted;
import dev.parley.run.Runs;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What agents and people do with sessions: open one, speak in it, look, close it. */
public final class Sessions {
    /** How many are closed in one go. */
    private static final int MAX_CLOSED = 500;

    private final Store store;
    private final Waits waits;
    private final Runs runs;
    private final Chronicle chronicle;
    private final Stage stage;
    private final Orphans orphans;
    private final Rules rules;
    private final Speech speech;

    /**
     * What sessions are held to.
     *
     * @param residents the agents that the hub runs
     * @param maxDepth how deep sessions may spawn others; 0 for any depth
     */
    public record Rules(Hosted residents, Folders folders, int maxDepth) {}

    Sessions(
            Store store,
            Waits waits,
            Runs runs,
            Chronicle chronicle,
            Stage stage,
            Orphans orphans,
            Rules rules) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
        this.chronicle = chronicle;
        this.stage = stage;
        this.orphans = orphans;
        this.rules = rules;
        this.speech = new Speech(store, runs);
    }

    /** Opens one; the command is handed out so that a door can make it idempotent. */
    public Command<SessionRow> create(Principal caller, NewSession wanted) {
        var agent = wanted.agent() == null ? onlyResident(caller) : wanted.agent();
        boolean isResident = rules.residents.has(caller.space(), agent);
        if (!isResident && !runs.isKnown(caller.space(), agent)) {
            throw new ParleyException(
                    Problem.UNKNOWN_AGENT, "nobody knows " + agent + "; " + residentWords(caller));
        }
        var cwd = isResident ? rules.folders.require(wanted.cwd()).toString() : wanted.cwd();
        var parent = wanted.from() == null ? null : speech.own(caller, wanted.from());
        int depth = parent == null ? (caller.speaksFor().isPresent() ? 1 : 0) : parent.depth() + 1;
        if (rules.maxDepth > 0 && depth > rules.maxDepth) {
            throw new ParleyException(
                    Problem.SPAWN_DEPTH,
                    "this session would be "
                            + depth
                            + " sessions deep, at most "
                            + rules.maxDepth
                            + " are allowed; do it yourself, or have a person open one");
        }
        Draft first = null;
        var words = wanted.first();
        if (words != null) {
            var saying = new Saying(words, null, null, wanted.from(), null);
            first = speech.draft(caller, null, agent, saying);
        }
        var speaker =
                parent != null && caller.role() == Role.OWNER ? Speech.as(caller, parent) : caller;
        return new OpenSession(
                runs.converse(speaker, agent, first),
                agent,
                cwd,
                wanted.model(),
                parent == null ? null : parent.id(),
                depth,
                caller.label());
    }

    private AgentName onlyResident(Principal caller) {
        var here = rules.residents.of(caller.space());
        if (here.size() == 1) {
            return here.getFirst();
        }
        throw new ParleyException(
                Problem.BAD_VALUE, "say with which agent: " + residentWords(caller));
    }

    private String residentWords(Principal caller) {
        var here =
                rules.residents.of(caller.space()).stream()
                        .map(AgentName::value)
                        .collect(Collectors.joining(", "));
        return here.isEmpty()
                ? "this hub runs no agents; agents: in parley.yaml adds some"
                : "this hub runs " + here;
    }

    /** The session, for whoever may look. */
    public SessionRow get(Principal caller, SessionId id) {
        return speech.get(caller, id);
    }

    /** Says something in a session, as part of something larger. */
    public Told say(
            Principal caller, SessionId id, Saying saying, UnaryOperator<Command<Posted>> larger) {
        return speech.say(caller, id, saying, larger);
    }

    /** How each of some stands, and what was said last there. */
    public List<SessionGlance> glances(Principal caller, List<SessionRow> some) {
        return store.read(sql -> SessionGlance.of(sql, caller, some));
    }

    /** Sessions of the caller's space, newest first, before an id. */
    public List<SessionRow> list(Principal caller, String before, int limit) {
        return store.read(sql -> SessionTable.TABLE.before(sql, caller.space(), before, limit));
    }

    /** Something that was said, and what became of the turn to answer it. */
    public record Spoken(Message message, Optional<TurnTable.Row> turn) {}

    /** Part of what was said, and where it goes on. */
    public record History(List<Spoken> said, OptionalLong next) {}

    /** What was said in a session after a seq, in order. */
    public History history(Principal caller, SessionRow session, long after, int limit) {
        var run = session.key().run().run();
        var page = runs.log(caller, run, after, limit, Duration.ZERO);
        var said =
                page.messages().stream()
                        .filter(message -> SessionView.SPOKEN.contains(message.act()))
                        .toList();
        var turns = new HashMap<Long, TurnTable.Row>();
        if (!said.isEmpty()) {
            store.read(
                            sql ->
                                    TurnTable.TABLE.between(
                                            sql,
                                            session.key(),
                                            said.getFirst().seq(),
                                            said.getLast().seq()))
                    .forEach(turn -> turns.put(turn.key().seq(), turn));
        }
        return new History(
                said.stream()
                        .map(
                                message ->
                                        new Spoken(
                                                message,
                                                Optional.ofNullable(turns.get(message.seq()))))
                        .toList(),
                page.next());
    }

    /** Whether the session's own agent says something there. */
    public static boolean isByAgent(SessionRow session, Message message) {
        var from = message.fromSession();
        return isByAgent(session, message.sender(), from == null ? null : from.value());
    }

    static boolean isByAgent(SessionRow session, String sender, @Nullable String fromSession) {
        boolean isFromElsewhere = fromSession != null && !fromSession.equals(session.id().value());
        return !isFromElsewhere && sender.equals("agent:" + session.key().agent().value());
    }

    /** How it stands now. */
    public SessionView view(Principal caller, SessionId id) {
        return SessionView.of(store, runs, stage, caller, get(caller, id));
    }

    /** How it stands once nothing is under way, or when the time is over. */
    public SessionView awaitIdle(Principal caller, SessionId id, Duration atMost) {
        var run = get(caller, id).key().run();
        return waits.on(caller, new Topic.Run(run.space(), run.run()), atMost)
                .until(() -> view(caller, id), SessionView::isIdle);
    }

    /** Stops the turn that is under way; those that wait come next. */
    public boolean stop(Principal caller, SessionId id) {
        return stage.stop(own(caller, id, "stop"), "stopped by " + caller.label());
    }

    /** Closes it for good; what is under way or waits is called off. */
    public SessionRow close(Principal caller, SessionId id) {
        var session = own(caller, id, "close");
        stage.stop(session, "the session was closed");
        var closed = store.write(new CloseSession(session.key(), chronicle, caller.label()));
        stage.unload(session.key(), id);
        return closed;
    }

    /** Closes spawned sessions in which nothing was said since a moment; says how many. */
    public int closeIdle(Instant since) {
        var idle = store.read(sql -> SessionTable.TABLE.idleSince(sql, since, MAX_CLOSED));
        for (var session : idle) {
            store.write(new CloseSession(session.key(), chronicle, "system"));
            stage.unload(session.key(), session.id());
        }
        return idle.size();
    }

    /** Gives up on agents that run themselves and are gone; says on how many turns. */
    public int giveUp(Instant before, Predicate<AgentTable.Key> isThere) {
        return orphans.giveUp(before, isThere);
    }

    /** The session, for whoever may end what goes on there. */
    private SessionRow own(Principal caller, SessionId id, String what) {
        var session = get(caller, id);
        boolean isTheirs =
                caller.speaksFor().isEmpty()
                        || caller.speaksFor().filter(session.key().agent()::equals).isPresent()
                        || session.createdBy().equals(caller.label());
        if (!isTheirs) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "only %s, whoever has opened it and people may %s session %s"
                            .formatted(session.key().agent(), what, id));
        }
        return session;
    }
}
