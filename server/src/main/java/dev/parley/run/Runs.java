package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.guard.Rates;
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
import dev.parley.store.Store;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Runs and their logs: begin one, add to it, read it. */
public final class Runs {
    /** How long a reply is awaited when its asker does not say. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final int MAX_TRIES = 10;

    private final Store store;
    private final Waits waits;
    private final Ids ids;
    private final HubLines lines;
    private final Appending appending;
    private final Rates rates;
    private final Clocks clocks;
    private final Residents residents;
    private final Known known;
    private final VisibleRuns visible;

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
        this.ids = ids;
        this.lines = new HubLines(ids);
        this.rates = admission.rates();
        this.clocks = clocks;
        this.residents = residents;
        this.visible = new VisibleRuns(store);
        this.known = new Known(store, residents);
        var habits = new Habits(lines, PATIENCE, admission, clocks, residents);
        this.appending =
                new Appending(store, new Composer(kinds, ids, habits), payloads, residents);
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
        return visible.get(caller, id);
    }

    /** The run as it was when it was last looked at: good for what never changes in it. */
    public Run facts(Principal caller, RunId id) {
        return visible.facts(caller, id);
    }

    /** Whether the caller may see this run of its space. */
    boolean isVisible(Principal caller, RunId id) {
        return visible.has(caller, id);
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
            var append =
                    appending.append(sender, run, draft, gate(by, run, draft.messageId(), toll));
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
                if (id == null || appending.find(run, id).isEmpty()) {
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
        return appending.append(caller, run, draft, (_, _, _) -> {});
    }

    public Message message(Principal caller, RunId id, MessageId message) {
        return appending
                .find(facts(caller, id), message)
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
