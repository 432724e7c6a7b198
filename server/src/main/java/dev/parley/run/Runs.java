package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.guard.Rates;
import dev.parley.protocol.Act;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Space;
import dev.parley.store.Command;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ParticipantTable;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunAgentTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs and their logs: begin one, add to it, read it. */
public final class Runs {
    /** Acts by which agents have each other work, on the chain of what they do it for. */
    private static final Set<Act> CARRIED_ON = EnumSet.of(Act.ASSIGN, Act.ASK);

    /** How many runs' unchanging facts are kept at hand. */
    private static final int MAX_FACTS = 10_000;

    /** How long a reply is awaited when its asker does not say. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final int MAX_TRIES = 10;

    private final Store store;
    private final Waits waits;
    private final Ids ids;
    private final Composer composer;
    private final HubLines lines;
    private final Payloads payloads;
    private final Rates rates;
    private final Clocks clocks;
    private final Residents residents;
    private final Known known;
    private final Recent<RunKey, Run> facts = new Recent<>(MAX_FACTS);

    public Runs(
            Store store,
            Waits waits,
            Payloads payloads,
            Kinds kinds,
            Ids ids,
            Admission admission,
            Clocks clocks,
            Residents residents) {
        this.store = store;
        this.waits = waits;
        this.payloads = payloads;
        this.ids = ids;
        this.lines = new HubLines(ids);
        this.rates = admission.rates();
        this.clocks = clocks;
        this.residents = residents;
        this.known = new Known(store, residents);
        this.composer =
                new Composer(kinds, ids, new Habits(lines, PATIENCE, admission, clocks, residents));
    }

    /** Begins a run; the command is handed out so that a door can make it idempotent. */
    public Command<Run> create(Principal caller, NewRun wanted) {
        return begin(caller, wanted);
    }

    /** Whether the space has heard of an agent. */
    public boolean isKnown(Space space, AgentName agent) {
        return known.has(space, agent);
    }

    /** Whether the hub runs an agent itself. */
    public boolean isResident(Space space, AgentName agent) {
        return residents.has(space, agent);
    }

    /** Begins an open run for a conversation, which is named after it; agents at their rate. */
    public Beginning converse(Principal caller, AgentName agent, @Nullable Draft first) {
        try (var toll = rates.toll()) {
            caller.speaksFor().ifPresent(by -> toll.pay(caller.space(), by.value(), agent.value()));
            toll.keep();
        }
        var id = new RunId(ids.next("run"));
        var members = new Members(Map.of(agent.value(), agent));
        var key = new RunKey(caller.space(), id);
        var begin = new Begin(key, SessionId.of(id), RunProtocol.OPEN, members, caller.label());
        return new Beginning(
                key, begin, first == null ? null : append(caller, begin.run(Instant.EPOCH), first));
    }

    Begin begin(Principal caller, NewRun wanted) {
        var session =
                Optional.ofNullable(wanted.session())
                        .orElseGet(() -> new SessionId(ids.next("ses")));
        var named = new Members(wanted.participants());
        named.requireFit(wanted.protocol());
        var members =
                caller.speaksFor()
                        .map(agent -> named.withBeginner(wanted.protocol(), agent))
                        .orElse(named);
        return new Begin(
                new RunKey(caller.space(), new RunId(ids.next("run"))),
                session,
                wanted.protocol(),
                members,
                caller.label());
    }

    /** Begins a run with its first message, both or neither, as part of something larger. */
    public Opening open(Principal caller, NewRun wanted, Draft first) {
        var begin = begin(caller, wanted);
        return new Opening(null, null, begin, append(caller, begin.run(Instant.EPOCH), first));
    }

    /** The run, if the caller may see it. */
    public Run get(Principal caller, RunId id) {
        var key = new RunKey(caller.space(), id);
        return requireVisible(caller, facts.put(key, store.read(sql -> read(sql, key))));
    }

    /** The run as it was when it was last looked at: good for what never changes in it. */
    public Run facts(Principal caller, RunId id) {
        var key = new RunKey(caller.space(), id);
        var known = facts.get(key).filter(run -> isVisible(caller, run));
        return known.isPresent() ? known.get() : get(caller, id);
    }

    private static Run read(Sql sql, RunKey key) throws SQLException {
        var row = RunTable.TABLE.find(sql, key).orElseThrow(() -> unknown(key.run()));
        return new Run(row, new Members(ParticipantTable.TABLE.of(sql, key)));
    }

    private static Run requireVisible(Principal caller, Run run) {
        if (!isVisible(caller, run)) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "agent " + caller.name() + " takes no part in run " + run.row().key().run());
        }
        return run;
    }

    private static boolean isVisible(Principal caller, Run run) {
        return caller.speaksFor().isEmpty() || takesPart(run, caller.speaksFor().get());
    }

    /** Whether the caller may see this run of its space. */
    boolean isVisible(Principal caller, RunId id) {
        var key = new RunKey(caller.space(), id);
        return isVisible(
                caller,
                facts.get(key).orElseGet(() -> facts.put(key, store.read(sql -> read(sql, key)))));
    }

    private static boolean takesPart(Run run, AgentName agent) {
        return run.row().protocol() == RunProtocol.OPEN || run.members().has(agent);
    }

    /** Runs that the caller may see, newest first; those older than the given one, if one is. */
    public List<RunTable.Row> list(Principal caller, @Nullable String before, int limit) {
        var agent = caller.speaksFor();
        return store.read(
                sql ->
                        agent.isPresent()
                                ? RunTable.TABLE.before(
                                        sql, caller.space(), agent.get(), before, limit)
                                : RunTable.TABLE.before(sql, caller.space(), before, limit));
    }

    /** Adds a message to the run's log. */
    public Posted post(Principal caller, RunId id, Draft draft) {
        return post(caller, caller, id, draft, append -> append);
    }

    /**
     * The same as part of something larger.
     *
     * @param by who wants it sent, whoever its sender is
     */
    public Posted post(
            Principal by,
            Principal sender,
            RunId id,
            Draft draft,
            UnaryOperator<Command<Posted>> larger) {
        var posted = attempt(by, sender, facts(sender, id), draft, larger::apply);
        for (int again = 0; posted.isStale() && again < MAX_TRIES; again++) {
            posted = attempt(by, sender, get(sender, id), draft, larger::apply);
        }
        if (posted.isStale()) {
            throw new ParleyException(
                    Problem.CONFLICT, "too many agents join this run at once; send it again");
        }
        return posted.requireAdded();
    }

    /** Tries to add it, at the rate that its sender is held to. */
    Posted attempt(
            Principal by,
            Principal sender,
            Run run,
            Draft draft,
            Function<Append, Command<Posted>> larger) {
        try (var toll = rates.toll()) {
            var append = append(sender, run, draft, gate(by, run, draft.messageId(), toll));
            var posted = store.write(larger.apply(append));
            if (!posted.isNew()) {
                return posted;
            }
            toll.keep();
            return posted.reaching(Reach.of(append, run, known));
        }
    }

    /** Holds agents to their rates; what is sent again passes, to be recognised by the log. */
    private Composer.Gate gate(Principal by, Run run, @Nullable MessageId id, Rates.Toll toll) {
        return (act, speaker, to) -> {
            if (by.speaksFor().isEmpty() || !Rates.bind(act)) {
                return;
            }
            try {
                toll.pay(by.space(), speaker, to.iterator().next());
            } catch (ParleyException tooFast) {
                if (id == null || find(run, id).isEmpty()) {
                    throw tooFast;
                }
            }
        };
    }

    /** The command by which a person lets a run that a guard has paused go on, or stops it. */
    public Command<QuestionTable.Row> rule(Principal by, QuestionTable.Row question, Given given) {
        var key = question.key();
        var members = new HashMap<RunKey, Members>();
        members.put(key.run(), get(by, key.run().run()).members());
        for (var run : Asked.read(question.asked()).runs()) {
            members.put(new RunKey(by.space(), run), get(by, run).members());
        }
        return new Ruling(key, members, given, by.label(), lines, clocks);
    }

    /** The command that would add it, at whatever rate. */
    public Append append(Principal caller, Run run, Draft draft) {
        return append(caller, run, draft, (_, _, _) -> {});
    }

    private Append append(Principal caller, Run run, Draft draft, Composer.Gate gate) {
        var parent = draft.parentId() == null ? null : parent(run, draft.parentId());
        var id = draft.messageId();
        var from = draft.fromSession() == null ? caller.session() : draft.fromSession();
        var errand =
                from == null
                        ? Optional.<Residents.Errand>empty()
                        : residents.busyWith(caller, from);
        return composer.compose(
                caller,
                run,
                draft,
                gate,
                sent ->
                        payloads.settle(
                                caller, sent, () -> id != null && find(run, id).isPresent()),
                (act, agent) ->
                        errand.or(
                                () ->
                                        CARRIED_ON.contains(act)
                                                ? assignment(run.row().key(), agent)
                                                : Optional.empty()),
                parent);
    }

    /** The newest assignment that an agent holds in a run. */
    private Optional<Residents.Errand> assignment(RunKey run, String agent) {
        return store.read(
                sql -> {
                    var row = RunAgentTable.TABLE.find(sql, new RunAgentTable.Key(run, agent));
                    var holds = row.map(RunAgentTable.Row::holds).orElse(List.of());
                    return holds.isEmpty()
                            ? Optional.empty()
                            : MessageTable.TABLE
                                    .at(sql, run, holds.getLast())
                                    .map(Entry::message)
                                    .map(message -> new Residents.Errand(message, null));
                });
    }

    private MessageTable.Row parent(Run run, MessageId id) {
        return find(run, id)
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.UNKNOWN_PARENT,
                                        "message "
                                                + id
                                                + " is not in run "
                                                + run.row().key().run()));
    }

    private Optional<MessageTable.Row> find(Run run, MessageId id) {
        var key = new MessageTable.Key(run.row().key(), id);
        return store.read(sql -> MessageTable.TABLE.find(sql, key));
    }

    public Message message(Principal caller, RunId id, MessageId message) {
        return find(facts(caller, id), message)
                .map(Entry::message)
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.UNKNOWN_MESSAGE,
                                        "there is no message " + message + " in run " + id));
    }

    /** The log after a seq; with nothing there yet, waits for as long as allowed. */
    public LogPage log(Principal caller, RunId id, long after, int limit, Duration wait) {
        return log(caller, id, LogView.after(after, limit), wait);
    }

    /** Some of the log; with nothing there yet, waits for as long as allowed. */
    public LogPage log(Principal caller, RunId id, LogView view, Duration wait) {
        var key = facts(caller, id).row().key();
        return waits.on(caller, new Topic.Run(key.space(), key.run()), wait)
                .until(
                        () -> store.read(sql -> view.read(sql, key)),
                        page -> !page.messages().isEmpty());
    }

    /** Refuses a cursor that the log has not reached: it comes from another history. */
    public static void requireReached(long head, long after) {
        if (after > head) {
            throw new ParleyException(
                    Problem.CURSOR_AHEAD,
                    "after is " + after + " but the run's log ends at " + head);
        }
    }

    /** What had better be known of a task for this agent, if nobody has heard of it. */
    public Optional<String> stranger(Space space, AgentName agent) {
        return known.has(space, agent)
                ? Optional.empty()
                : Optional.of(Reach.unknown(agent, "task"));
    }

    static ParleyException unknown(RunId id) {
        return new ParleyException(Problem.UNKNOWN_RUN, "there is no run " + id);
    }
}
