package dev.parley.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.clock.HubTime;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Part;
import dev.parley.protocol.Problem;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Chronicle;
import dev.parley.run.Posted;
import dev.parley.run.Runs;
import dev.parley.run.TaskBoard;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Tx;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunStates;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskStates.Trigger;
import dev.parley.store.table.TaskTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a worker does with the task it holds. Whoever no longer holds it is refused. */
public final class Leases {
    private final Store store;
    private final Runs runs;
    private final HubTime time;
    private final Requeue requeue;
    private final Chronicle chronicle;

    public Leases(Store store, Runs runs, HubTime time, Chronicle chronicle) {
        this.store = store;
        this.runs = runs;
        this.time = time;
        this.chronicle = chronicle;
        this.requeue = new Requeue(chronicle);
    }

    /**
     * A worker's hold on a task, as it knows it.
     *
     * @param fence the number that it got with the task
     */
    public record Lease(Principal caller, AgentName agent, TaskId task, long fence) {
        /** That of the agent which the caller speaks for. */
        public static Lease own(Principal caller, TaskId task, long fence) {
            return new Lease(caller, Worker.name(caller, null), task, fence);
        }

        public RunKey key() {
            return new RunKey(caller.space(), task.run());
        }
    }

    /** It is still at work. */
    public TaskRow heartbeat(Lease lease) {
        return store.write(holding(lease, (_, task) -> task));
    }

    /**
     * What a worker says.
     *
     * @param id by which saying it again is recognised
     */
    public record Word(
            @Nullable MessageId id, String summary, ObjectNode payload, List<Part> parts) {}

    /** Tells how it goes, or hands over a piece of what it makes. */
    public Posted progress(Lease lease, Word word) {
        if (!word.payload.has(Chunk.FIELD)) {
            return say(lease, word, hearer(lease), "progress");
        }
        var marked = Chunk.mark(word.payload.deepCopy(), lease.fence);
        var chunk = new Word(word.id, word.summary, marked, word.parts);
        return say(lease, chunk, hearer(lease), Chunk.FIELD);
    }

    /** Asks a person; the task needs input until there is an answer. */
    public Posted ask(Lease lease, Word word) {
        var _ = task(lease);
        return say(lease, word, Address.USER, "REQUEST_USER_INPUT");
    }

    private Posted say(Lease lease, Word word, Address to, String kind) {
        return post(
                lease,
                draft(lease, word, to, kind),
                append -> holding(lease, (tx, _) -> append.decide(tx)));
    }

    /** Ends it with a result, which is accepted exactly once. */
    public Posted complete(Lease lease, Word word) {
        var id =
                Objects.requireNonNullElseGet(
                        word.id,
                        () -> new MessageId("msg_" + suffix(lease.task) + "_" + lease.fence));
        var named = new Word(id, word.summary, word.payload, word.parts);
        return post(
                lease,
                draft(lease, named, hearer(lease), "final_response"),
                append ->
                        new OnTask<>(
                                lease.key(),
                                (tx, task) -> {
                                    if (task.state() == TaskState.COMPLETED
                                            && isHeldBy(task, lease)) {
                                        return append.decide(tx);
                                    }
                                    requireHeld(task, lease);
                                    return finish(tx, task, append);
                                }));
    }

    /** Whoever wants it done; nobody in particular when that is the worker itself. */
    private Address listener(Lease lease) {
        var requester = requester(task(lease));
        return requester.equals(Address.of(lease.agent)) ? Address.BROADCAST : requester;
    }

    private TaskRow task(Lease lease) {
        return store.read(sql -> TaskTable.TABLE.find(sql, lease.key()))
                .orElseThrow(() -> Tasks.unknown(lease.task));
    }

    /** Whoever wants it done; who does what itself wants done tells whoever else takes part. */
    private Address hearer(Lease lease) {
        var requester = listener(lease);
        return requester.equals(Address.of(lease.agent)) ? Address.BROADCAST : requester;
    }

    private static Draft draft(Lease lease, Word word, Address to, String kind) {
        return Draft.to(to, kind)
                .from(Address.of(lease.agent))
                .messageId(word.id)
                .summary(word.summary)
                .payload(word.payload)
                .parts(word.parts)
                .build();
    }

    /**
     * The last word is admitted once the task is over; if it is not added, the task is not over.
     */
    private static Posted finish(Tx tx, TaskRow task, Command<Posted> append) throws SQLException {
        var tasks = tx.rows(TaskTable.TABLE);
        var over = task.ended(Trigger.FINISHED, null, tx.now());
        tasks.put(over);
        var posted = append.decide(tx);
        boolean isAdded = !posted.isStale() && posted.tripped().isEmpty();
        if (isAdded) {
            TaskBoard.move(tx, task, over.result(posted.messageId()));
        } else {
            tasks.put(task);
        }
        return posted;
    }

    /** It cannot be done; or not this time, and then another may try. */
    public TaskRow fail(Lease lease, String reason, boolean mayRetry) {
        return store.write(
                holding(
                        lease,
                        (tx, task) ->
                                mayRetry
                                        ? requeue.orFail(tx, task, Trigger.RELEASED, reason)
                                        : end(tx, task, lease, Trigger.FAILED, reason)));
    }

    /** It should not be done by anybody. */
    public TaskRow reject(Lease lease, String reason) {
        return store.write(
                holding(lease, (tx, task) -> end(tx, task, lease, Trigger.DECLINED, reason)));
    }

    /** Gives it back untouched, which is no attempt. */
    public TaskRow release(Lease lease, String reason) {
        return store.write(holding(lease, (tx, task) -> requeue.untouched(tx, task, reason)));
    }

    private TaskRow end(Tx tx, TaskRow task, Lease lease, Trigger how, String reason)
            throws SQLException {
        var over = task.ended(how, reason, tx.now());
        TaskBoard.move(tx, task, over);
        var chapter = chronicle.of(tx, task.key());
        var what = how == Trigger.DECLINED ? "rejected" : "failed";
        chapter.tell(requester(task), lease.agent + " " + what + " it: " + reason, story(over));
        chapter.end(RunStates.Trigger.FAILED, reason, reason, lease.caller.label());
        return over;
    }

    static Address requester(TaskRow task) {
        return new Address(task.requester());
    }

    static ObjectNode story(TaskRow task) {
        return Json.object()
                .put("change", "task")
                .put("task_id", task.id().value())
                .put("state", Wire.name(task.state()))
                .put("attempt", task.attempts());
    }

    /** Does something while the lease is good, which is good for longer then. */
    private <R> Command<R> holding(Lease lease, OnTask.Deed<R> deed) {
        return new OnTask<>(
                lease.key(),
                (tx, task) -> {
                    requireHeld(task, lease);
                    var renewed = task.renewed(time.now());
                    tx.rows(TaskTable.TABLE).put(renewed);
                    return deed.on(tx, renewed);
                });
    }

    private Posted post(Lease lease, Draft draft, UnaryOperator<Command<Posted>> larger) {
        return runs.post(lease.caller, lease.caller, lease.task.run(), draft, larger);
    }

    private static boolean isHeldBy(TaskRow task, Lease lease) {
        var hold = task.hold();
        return hold != null && hold.agent().equals(lease.agent) && task.fence() == lease.fence;
    }

    private static void requireHeld(TaskRow task, Lease lease) {
        Tasks.requireLive(task);
        if (!task.state().isHeld() || !isHeldBy(task, lease)) {
            throw new ParleyException(
                    Problem.STALE_LEASE,
                    "the lease with fence "
                            + lease.fence
                            + " is over: the task was claimed, released or has expired since; stop"
                            + " working on it");
        }
    }

    private static String suffix(TaskId task) {
        return task.value().substring(task.value().indexOf('_') + 1);
    }
}
