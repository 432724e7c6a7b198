package dev.parley.task;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.Space;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.run.Chronicle;
import dev.parley.run.Entry;
import dev.parley.run.Members;
import dev.parley.run.NewRun;
import dev.parley.run.Runs;
import dev.parley.run.Speaker;
import dev.parley.run.TaskBoard;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunStates;
import dev.parley.store.table.TaskCounts;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskTable;
import dev.parley.store.table.TokenTable;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What requesters do with tasks: create, look, wait, reprioritise, cancel. */
public final class Tasks {
    /** The kind of the message that says what to do. */
    public static final String KIND = "task";

    private static final int MAX_COUNTED = 10_000;

    /** Places within a millisecond. */
    private static final int SPREAD = 1 << 20;

    private final Store store;
    private final Waits waits;
    private final Runs runs;
    private final Chronicle chronicle;
    private final InstantSource clock;
    private final AtomicLong place = new AtomicLong();

    public Tasks(Store store, Waits waits, Runs runs, Chronicle chronicle, InstantSource clock) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
        this.chronicle = chronicle;
        this.clock = clock;
    }

    /** Queues a task; the command is handed out so that a door can make it idempotent. */
    public Command<TaskRow> create(Principal caller, NewTask wanted) {
        return create(caller, wanted, caller.label());
    }

    private Command<TaskRow> create(Principal caller, NewTask wanted, String by) {
        var requester = Speaker.of(caller, new Members(Map.of()), wanted.requester());
        var members = requester.agent().map(agent -> Map.of(agent.value(), agent)).orElse(Map.of());
        var payload = wanted.details().put("message", wanted.message());
        var draft =
                Draft.to(Address.BROADCAST, KIND)
                        .from(requester)
                        .summary(OneLine.summary(wanted.message()))
                        .payload(payload)
                        .parts(wanted.parts())
                        .build();
        var opening =
                runs.open(
                        caller,
                        new NewRun(RunProtocol.CLOSED, members, wanted.conversation()),
                        draft);
        return new Create(opening, wanted, requester.value(), by, nextPlace());
    }

    /** What its requester had better know about who shall do it. */
    public Optional<String> note(Principal caller, NewTask wanted) {
        return Optional.ofNullable(wanted.target())
                .flatMap(
                        agent ->
                                runs.stranger(caller.space(), agent)
                                        .or(() -> asksForNone(caller.space(), agent)));
    }

    /** Why an agent that is known will hardly ask for work. */
    private Optional<String> asksForNone(Space space, AgentName agent) {
        if (runs.isResident(space, agent)) {
            return Optional.of(
                    agent
                            + " is run by the hub, which has it answer messages and claim no tasks;"
                            + " send it a message, or open a session with it");
        }
        var roles = store.read(sql -> TokenTable.TABLE.roles(sql, space, agent, clock.instant()));
        return roles.equals(List.of(Wire.name(Role.MANAGER)))
                ? Optional.of(
                        agent
                                + " has a manager's token, and managers are not shown claim_task;"
                                + " it gets this only if its program claims tasks over HTTP. Send"
                                + " it a message instead")
                : Optional.empty();
    }

    /** How many tasks wait for this very agent, up to a limit. */
    public int waitingFor(Space space, AgentName agent, int limit) {
        return store.read(sql -> TaskTable.TABLE.waitingFor(sql, space, agent, limit));
    }

    /** Grows, so that tasks of one priority are claimed in the order in which they came. */
    private long nextPlace() {
        long now = clock.millis() * SPREAD;
        return place.updateAndGet(last -> Math.max(last + 1, now));
    }

    /** The task, if the caller may see it. */
    public TaskRow get(Principal caller, TaskId id) {
        var key = new RunKey(caller.space(), id.run());
        return store.read(sql -> TaskTable.TABLE.find(sql, key))
                .filter(task -> isVisible(caller, task))
                .orElseThrow(() -> unknown(id));
    }

    /** The task once it is over, or when the time is. */
    public TaskRow await(Principal caller, TaskId id, Duration atMost) {
        var run = new Topic.Run(caller.space(), id.run());
        return waits.on(caller, run, atMost)
                .until(() -> get(caller, id), task -> task.state().isFinal());
    }

    /** How many there are, up to ten thousand each, and how old. */
    public TaskCounts.Totals totals() {
        return store.read(sql -> TaskCounts.totals(sql, MAX_COUNTED));
    }

    /** How many there are of a space in each state, up to ten thousand, and how old. */
    public List<TaskCounts.Column> columns(Principal caller) {
        return store.read(
                sql -> {
                    var columns = new ArrayList<TaskCounts.Column>();
                    for (var state : TaskState.values()) {
                        columns.add(TaskCounts.column(sql, caller.space(), state, MAX_COUNTED));
                    }
                    return columns;
                });
    }

    /**
     * Queues what a task was for anew, as whoever wanted it done; the one that is over, and its
     * run, stay as they are.
     */
    public TaskRow again(Principal caller, TaskId id) {
        var task = store.read(sql -> TaskTable.TABLE.find(sql, own(caller, id))).orElseThrow();
        if (!task.state().isFinal() || task.state() == TaskState.COMPLETED) {
            throw new ParleyException(
                    Problem.ILLEGAL_TRANSITION,
                    "the task is "
                            + Wire.name(task.state())
                            + "; only one that failed, was cancelled or rejected is queued again");
        }
        var asked =
                store.read(sql -> MessageTable.TABLE.at(sql, task.key(), 1))
                        .map(Entry::message)
                        .orElseThrow(() -> unknown(id));
        if (asked.payloadRef() != null) {
            throw new ParleyException(
                    Problem.CONFLICT,
                    "what is to be done is too large to be queued again; create the task anew");
        }
        return store.write(
                create(asRequester(caller, task), NewTask.again(task, asked), caller.label()));
    }

    private static Principal asRequester(Principal caller, TaskRow task) {
        return task.requester().equals(Address.USER.value())
                ? caller
                : new Principal(
                        caller.tokenId(),
                        caller.space(),
                        Role.WORKER,
                        task.requester(),
                        new AgentName(task.requester()));
    }

    /** Agents see what they want done, do, have done, and may be asked to do by name. */
    static boolean isVisible(Principal caller, TaskRow task) {
        var agent = caller.speaksFor().map(AgentName::value);
        if (agent.isEmpty()) {
            return true;
        }
        var hold = task.hold();
        return task.requester().equals(agent.get())
                || task.queue().target().equals(agent.get())
                || (hold != null && hold.agent().value().equals(agent.get()));
    }

    /** Cancels it and its run; whoever holds it learns of it when it next speaks of it. */
    public TaskRow cancel(Principal caller, TaskId id, @Nullable String reason) {
        var key = own(caller, id);
        var summary = reason == null ? "the task was cancelled" : reason;
        return store.write(
                new OnTask<>(
                        key,
                        (tx, task) -> {
                            requireLive(task);
                            chronicle
                                    .of(tx, key)
                                    .end(
                                            RunStates.Trigger.CANCELLED,
                                            reason,
                                            summary,
                                            caller.label());
                            return tx.rows(TaskTable.TABLE).find(key).orElseThrow();
                        }));
    }

    /** Lets it be claimed earlier or later. */
    public TaskRow reprioritise(Principal caller, TaskId id, int priority) {
        var key = own(caller, id);
        return store.write(
                new OnTask<>(
                        key,
                        (tx, task) -> {
                            requireLive(task);
                            var now = task.priority(priority);
                            if (task.queue().priority() != priority) {
                                TaskBoard.move(tx, task, now);
                                chronicle
                                        .of(tx, key)
                                        .note(
                                                "the task's priority is " + priority,
                                                Json.object()
                                                        .put("change", "priority")
                                                        .put("priority", priority)
                                                        .put("by", caller.label()));
                            }
                            return now;
                        }));
    }

    /** Only whoever wants it done, and people, decide whether it shall still be done. */
    private RunKey own(Principal caller, TaskId id) {
        var task = get(caller, id);
        if (caller.speaksFor()
                .map(AgentName::value)
                .filter(n -> !n.equals(task.requester()))
                .isPresent()) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "only " + task.requester() + ", who wants it done, and people may do that");
        }
        return task.key();
    }

    static void requireLive(TaskRow task) {
        if (task.state().isFinal()) {
            throw new ParleyException(
                    Problem.TASK_ENDED, "the task is " + Wire.name(task.state()) + " already");
        }
    }

    static ParleyException unknown(TaskId id) {
        return new ParleyException(Problem.UNKNOWN_TASK, "there is no task " + id);
    }
}
