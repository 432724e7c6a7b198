package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.notice.Notices;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Parts;
import dev.parley.protocol.codec.Times;
import dev.parley.run.Phrase;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import dev.parley.store.table.TaskRow;
import dev.parley.task.NewTask;
import dev.parley.task.TaskFilter;
import dev.parley.task.TaskGlance;
import dev.parley.task.TaskJson;
import dev.parley.task.TaskView;
import dev.parley.task.Tasks;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What those who want something done do with tasks over HTTP. */
public final class TaskRoutes {
    private static final int MAX_ATTEMPTS = 3;

    /** What a task's worker is told beside the message, in the words of its requester. */
    private static final List<String> DETAILS =
            List.of("conversation_id", "codebase_id", "model_ref", "subcall_model_ref");

    private final Store store;
    private final Tasks tasks;
    private final TaskView view;
    private final Notices notices;
    private final Idempotency idempotency;

    public TaskRoutes(Store store, Tasks tasks, TaskView view, Notices notices) {
        this.store = store;
        this.tasks = tasks;
        this.view = view;
        this.notices = notices;
        this.idempotency = new Idempotency(store);
    }

    Answer create(Call call) throws IOException {
        var body = call.json();
        var wanted = wanted(body);
        var note = tasks.note(call.caller(), wanted).orElse(null);
        return idempotency.create(
                call,
                body,
                tasks.create(call.caller(), wanted),
                task -> noted(task, note),
                task -> noted(task, note));
    }

    private static ObjectNode noted(TaskRow task, @Nullable String note) {
        var body = TaskJson.describe(task);
        TaskJson.text(body, "note", note);
        return body;
    }

    /** What somebody wants done, as they say it. */
    public NewTask wanted(ObjectNode body) {
        var in = Fields.of(body);
        var target = in.text("target_agent", "agent_name");
        var seconds = in.integer("deadline_seconds");
        var details = Json.object();
        for (var name : DETAILS) {
            TaskJson.text(details, name, in.text(name));
        }
        return new NewTask(
                Objects.requireNonNullElse(in.text("message"), ""),
                Parts.read(in.array("parts")),
                details,
                in.address("from_agent", "from"),
                target == null ? null : new AgentName(target),
                Capabilities.of(Words.list(in, "required_capabilities")),
                number(in, "priority", 0),
                number(in, "max_attempts", MAX_ATTEMPTS),
                seconds == null ? null : Duration.ofSeconds(seconds),
                in.id(SessionId::new, "conversation_id"),
                notices.contacts(in.text("notify_email"), in.text("notify_webhook")));
    }

    private static int number(Fields in, String name, int otherwise) {
        var given = in.integer(name);
        if (given == null) {
            return otherwise;
        }
        if (given != given.intValue()) {
            throw new ParleyException(
                    Problem.BAD_VALUE, name + " must be a whole number of 32 bits, was " + given);
        }
        return given.intValue();
    }

    Answer list(Call call) {
        var before = call.query("after").map(cursor -> Cursor.read(store.epoch(), cursor));
        var page = view.list(call.caller(), filter(call), before.orElse(null), Pages.limit(call));
        var next =
                page.next() == null
                        ? null
                        : TextNode.valueOf(Cursor.write(store.epoch(), page.next()));
        return Answer.ok(Pages.page(page.items(), TaskRoutes::glance, next));
    }

    private static TaskFilter filter(Call call) {
        return new TaskFilter(
                call.query("state")
                        .map(word -> Wire.read(TaskState.class, "state", word))
                        .orElse(null),
                call.query("agent").map(AgentName::new).orElse(null),
                call.query("text").map(Phrase::new).orElse(null));
    }

    private static ObjectNode glance(TaskGlance glance) {
        var body = TaskJson.describe(glance.task()).put("summary", glance.summary());
        TaskJson.text(body, "waits_because", glance.waitsBecause());
        return body;
    }

    /** With {@code ?wait}, once it is over. */
    Answer get(Call call) {
        return Answer.ok(
                shown(
                        tasks.await(
                                call.caller(), id(call), Duration.ofSeconds(call.waitSeconds()))));
    }

    /** The task with what was asked, what came of it, and why it waits. */
    public ObjectNode shown(TaskRow task) {
        var body = TaskJson.describe(task);
        view.asked(task.key()).ifPresent(asked -> TaskJson.content(body, asked));
        view.result(task)
                .ifPresent(
                        result ->
                                TaskJson.content(
                                        body.putObject("result")
                                                .put("message_id", result.messageId().value())
                                                .put("summary", result.summary()),
                                        result));
        view.artifacts(task).describe(body);
        TaskJson.text(body, "waits_because", view.why(task));
        if (!task.terms().contacts().equals(TaskRow.Contacts.NONE)) {
            body.set("notices", notices.of(task.key()));
        }
        return body;
    }

    Answer change(Call call) throws IOException {
        var in = Fields.of(call.json());
        in.require(in.integer("priority"), "priority");
        return Answer.ok(
                TaskJson.describe(
                        tasks.reprioritise(call.caller(), id(call), number(in, "priority", 0))));
    }

    Answer cancel(Call call) throws IOException {
        return Answer.ok(
                TaskJson.describe(tasks.cancel(call.caller(), id(call), Words.reason(call))));
    }

    /** Queues what an ended task was for once more. */
    Answer requeue(Call call) {
        return Answer.created(TaskJson.describe(tasks.again(call.caller(), id(call))));
    }

    /** How many there are in each state, and how old the oldest is. */
    Answer summary(Call call) {
        var body = Json.object();
        var states = body.putObject("states");
        for (var column : tasks.columns(call.caller())) {
            var oldest = column.oldest();
            states.putObject(Wire.name(column.state()))
                    .put("count", column.count())
                    .set("oldest_at", oldest == null ? null : Times.epochSeconds(oldest));
        }
        return Answer.ok(body);
    }

    static TaskId id(Call call) {
        return new TaskId(call.path("task"));
    }
}
