package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Work: have it done; or claim it, and say what becomes of it. */
public final class Tasks {
    private static final int PAGE = 500;

    private final Transport transport;

    Tasks(Transport transport) {
        this.transport = transport;
    }

    public TaskView create(NewTask task) {
        return TaskView.read(transport.postOnce(Target.of("api", "tasks"), task.json()));
    }

    public TaskView get(TaskId task) {
        return get(task, Duration.ZERO);
    }

    private TaskView get(TaskId task, Duration wait) {
        var target = Target.of("api", "tasks", task.value()).with("wait", Target.seconds(wait));
        return TaskView.read(transport.get(target, wait));
    }

    /** The task once it is over, or as it is when time runs out. */
    public TaskView await(TaskId task, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            var left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
            var seen = get(task, left);
            if (seen.isOver() || left.isZero()) {
                return seen;
            }
        }
    }

    /**
     * Which tasks are wanted; an absent wish is met by all.
     *
     * @param agent who wants them done, holds or held them last, or is waited for by name
     * @param text what they say
     */
    public record Wanted(
            Optional<TaskState> state, Optional<AgentName> agent, Optional<String> text) {
        public static final Wanted ALL =
                new Wanted(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** The newest tasks first, at most this many. */
    public List<TaskView> newest(Wanted wanted, int most) {
        var tasks = new ArrayList<TaskView>();
        Optional<String> next = Optional.empty();
        do {
            var target =
                    Target.of("api", "tasks").with("limit", Math.min(PAGE, most - tasks.size()));
            wanted.state.ifPresent(state -> target.with("state", Wire.name(state)));
            wanted.agent.ifPresent(agent -> target.with("agent", agent.value()));
            wanted.text.ifPresent(text -> target.with("text", text));
            next.ifPresent(place -> target.with("after", place));
            var page = transport.get(target);
            page.list("items").forEach(item -> tasks.add(TaskView.read(item)));
            next = page.maybeText("next");
        } while (next.isPresent() && tasks.size() < most);
        return List.copyOf(tasks);
    }

    public TaskView cancel(TaskId task, String reason) {
        return cancel(task, Optional.of(reason));
    }

    public TaskView cancel(TaskId task, Optional<String> reason) {
        var body = Json.object();
        reason.ifPresent(why -> body.put("reason", why));
        var target = Target.of("api", "tasks", task.value(), "cancel");
        return TaskView.read(transport.post(target, body, Duration.ZERO));
    }

    /** The next task for a worker; empty when none came in time. */
    public Optional<Claimed> claim(Claim claim) {
        var target = Target.of("api", "tasks", "claim");
        var answer = transport.post(target, claim.json(), claim.patience(), claim.key());
        return answer.json().path("task").isObject()
                ? Optional.of(Claimed.read(claim.agent(), answer))
                : Optional.empty();
    }

    /** A worker that claimed so far claims nothing more, and does not count as there any longer. */
    public void leave(AgentName agent, Capabilities has) {
        var body = Json.object().put("agent_name", agent.value());
        has.words().forEach(body.putArray("capabilities")::add);
        transport.post(Target.of("api", "tasks", "leave"), body, Duration.ZERO);
    }

    /** The worker is still at it. */
    public void heartbeat(Lease lease) {
        send(lease, "heartbeat", Json.object());
    }

    /** Tells whoever wanted the task done how it goes. */
    public void progress(Lease lease, String message) {
        progress(lease, Json.object().put("message", message));
    }

    /** The same in fields of one's own; {@code artifact} hands over a piece of what is made. */
    public void progress(Lease lease, ObjectNode said) {
        send(lease, "progress", said.deepCopy().put("message_id", transport.mint("msg")));
    }

    /** Asks a person, on whom the task waits then; who may say anything if there are no choices. */
    public TaskQuestion ask(Lease lease, String question, List<String> choices) {
        var said = Json.object().put("question", question);
        if (!choices.isEmpty()) {
            choices.forEach(said.putArray("choices")::add);
        }
        var answer = send(lease, "ask", said.put("message_id", transport.mint("msg")));
        return new TaskQuestion(
                answer.text("question_id"),
                lease.task().run(),
                new MessageId(answer.text("message_id")),
                answer.number("seq"));
    }

    /**
     * Ends the task with a result, which is accepted once, however often it is sent.
     *
     * @param said {@code result}, and whatever else there is to say
     */
    public Sent complete(Lease lease, ObjectNode said) {
        return Sent.read(send(lease, "complete", said));
    }

    /** Ends the task without a result; or only this attempt, when another may succeed. */
    public TaskView fail(Lease lease, String reason, boolean mayRetry) {
        var said = Json.object().put("reason", reason).put("retry", mayRetry);
        return TaskView.read(send(lease, "fail", said));
    }

    /** Ends the task as one that nobody should do. */
    public TaskView reject(Lease lease, String reason) {
        return TaskView.read(send(lease, "reject", Json.object().put("reason", reason)));
    }

    /** Gives the task back as it was. */
    public TaskView release(Lease lease, String reason) {
        return TaskView.read(send(lease, "release", Json.object().put("reason", reason)));
    }

    private Answer send(Lease lease, String deed, ObjectNode said) {
        var body =
                said.deepCopy()
                        .put("fence", lease.fence())
                        .put("agent_name", lease.agent().value());
        return transport.post(
                Target.of("api", "tasks", lease.task().value(), deed), body, Duration.ZERO);
    }
}
