package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.agent.Presence;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.protocol.codec.Parts;
import dev.parley.run.Posted;
import dev.parley.store.Store;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import dev.parley.task.Claims;
import dev.parley.task.Leases;
import dev.parley.task.TaskJson;
import dev.parley.task.TaskView;
import dev.parley.task.Worker;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** What workers do over HTTP: claim a task, and whatever they do while they hold it. */
public final class WorkRoutes {
    private static final long LEASE = 60;
    private static final long MAX_LEASE = 3_600;

    /** What a worker shows of its lease; everything else that it sends is what it has to say. */
    private static final List<String> LEASE_FIELDS =
            List.of("fence", "agent_name", "message_id", "parts");

    private final Claims claims;
    private final Leases leases;
    private final TaskView view;
    private final Presence presence;
    private final Idempotency idempotency;

    public WorkRoutes(Store store, Claims claims, Leases leases, TaskView view, Presence presence) {
        this.claims = claims;
        this.leases = leases;
        this.view = view;
        this.presence = presence;
        this.idempotency = new Idempotency(store);
    }

    /** The next task that this worker may do, or the one that it names. */
    Answer claim(Call call) throws IOException {
        var body = call.optionalJson().orElseGet(Json::object);
        var in = Fields.of(body);
        var seconds = Objects.requireNonNullElse(in.integer("lease_seconds"), LEASE);
        if (seconds < 1 || seconds > MAX_LEASE) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "lease_seconds must be from 1 to " + MAX_LEASE);
        }
        var worker = worker(call, in);
        var request =
                new Claims.Request(
                        worker, in.id(TaskId::new, "task_id"), Duration.ofSeconds(seconds));
        var wait = Call.waitSeconds(Objects.requireNonNullElse(in.integer("wait"), 0L));
        try (var _ = presence.hold(call.caller(), worker.agent(), worker.instance())) {
            return claims.claim(
                            call.caller(),
                            request,
                            Duration.ofSeconds(wait),
                            claim -> idempotency.attempt(call, body, claim, WorkRoutes::given))
                    .map(given -> given(call, given))
                    .orElseGet(() -> nothing(call));
        }
    }

    private static Worker worker(Call call, Fields in) {
        return new Worker(
                agent(call, in), call.instance(), Capabilities.of(Words.list(in, "capabilities")));
    }

    /** The worker claims nothing more, so nobody need wait for it. */
    Answer leave(Call call) throws IOException {
        call.isLook();
        var worker = worker(call, Fields.of(call.optionalJson().orElseGet(Json::object)));
        claims.leave(call.caller(), worker);
        presence.leave(call.caller(), worker.agent(), worker.instance());
        return Answer.noContent();
    }

    private static ObjectNode given(TaskRow task) {
        var body = Json.object();
        body.set("task", TaskJson.describe(task));
        body.set("lease", TaskJson.lease(task));
        return body;
    }

    /** What to do is read from the log, so that a claim writes little. */
    private Answer given(Call call, ObjectNode given) {
        var task = given.withObject("task");
        call.act(task.path("task_id").asText(), "");
        if (given.has("duplicate")) {
            call.isRepeated();
        }
        var run = new RunId(task.path("run_id").asText());
        view.asked(new RunKey(call.caller().space(), run))
                .ifPresent(asked -> TaskJson.content(task, asked));
        return Answer.ok(given);
    }

    /** Whoever asks and gets nothing has changed nothing. */
    private static Answer nothing(Call call) {
        call.isLook();
        var body = Json.object();
        body.putNull("task");
        return Answer.ok(body);
    }

    Answer heartbeat(Call call) throws IOException {
        call.isLook();
        var task = leases.heartbeat(lease(call, Fields.of(call.json())));
        var body = TaskJson.describe(task);
        body.set("lease", TaskJson.lease(task));
        return Answer.ok(body);
    }

    Answer progress(Call call) throws IOException {
        var body = call.json();
        return said(leases.progress(lease(call, Fields.of(body)), word(body)));
    }

    Answer ask(Call call) throws IOException {
        var body = call.json();
        var lease = lease(call, Fields.of(body));
        var posted = leases.ask(lease, word(body));
        var question = new QuestionTable.Key(lease.key(), posted.seq()).id();
        return said(posted, Json.object().put("question_id", question));
    }

    Answer complete(Call call) throws IOException {
        var body = call.json();
        return said(leases.complete(lease(call, Fields.of(body)), word(body)));
    }

    Answer fail(Call call) throws IOException {
        var in = Fields.of(call.json());
        boolean mayRetry = Boolean.TRUE.equals(in.bool("retry"));
        return Answer.ok(
                TaskJson.describe(leases.fail(lease(call, in), reason(in, "failed"), mayRetry)));
    }

    Answer reject(Call call) throws IOException {
        var in = Fields.of(call.json());
        return Answer.ok(TaskJson.describe(leases.reject(lease(call, in), reason(in, "rejected"))));
    }

    Answer release(Call call) throws IOException {
        var in = Fields.of(call.json());
        return Answer.ok(
                TaskJson.describe(leases.release(lease(call, in), reason(in, "released"))));
    }

    private static String reason(Fields in, String otherwise) {
        return Objects.requireNonNullElse(Words.reason(in), otherwise);
    }

    private static Answer said(Posted posted) {
        return said(posted, Json.object());
    }

    /** Where the message stands, beside what else there is to say. */
    private static Answer said(Posted posted, ObjectNode body) {
        body.put("message_id", posted.messageId().value()).put("seq", posted.seq());
        return Answer.createdOnce(body, posted.duplicate());
    }

    /** Who works on something is there, whether or not it asks for more. */
    private Leases.Lease lease(Call call, Fields in) {
        var agent = agent(call, in);
        presence.atWork(call.caller(), agent, call.instance());
        return new Leases.Lease(
                call.caller(),
                agent,
                TaskRoutes.id(call),
                in.require(in.integer("fence"), "fence"));
    }

    private static AgentName agent(Call call, Fields in) {
        var named = in.text("agent_name");
        return Worker.name(call.caller(), named == null ? null : new AgentName(named));
    }

    private static Leases.Word word(ObjectNode body) {
        var in = Fields.of(body);
        var payload = body.deepCopy();
        payload.remove(LEASE_FIELDS);
        return new Leases.Word(
                in.id(MessageId::new, "message_id"),
                OneLine.summary(summary(in)),
                payload,
                Parts.read(in.array("parts")));
    }

    private static String summary(Fields in) {
        for (var name : List.of("summary", "message", "question", "result")) {
            var found = in.find(name);
            if (found != null && found.isTextual()) {
                return found.textValue();
            }
        }
        return "";
    }
}
