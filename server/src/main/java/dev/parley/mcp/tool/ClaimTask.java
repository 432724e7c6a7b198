package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.agent.Agents;
import dev.parley.agent.Presence;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.RunId;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Store;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import dev.parley.task.Claims;
import dev.parley.task.TaskJson;
import dev.parley.task.TaskView;
import dev.parley.task.Worker;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** Takes on the next task that is for the caller. */
final class ClaimTask extends HouseTool {
    private static final String NAME = "claim_task";

    /** A model may think for long between two calls. */
    private static final long USUAL_LEASE = 900;

    private static final Label LABEL =
            new Label(
                    NAME,
                    "Claim a task",
                    Label.paragraph(
                            """
                            Takes the next task from the queue that is for you or for anybody with
                            your capabilities; with wait_seconds (up to 55) it waits for one. "task"
                            is null when there is none. The task is yours alone until you end it
                            with complete_task; keep its fence, which every further call about it
                            asks for. Say how it goes with report_progress before lease_seconds are
                            over, else it is given to another. Example: {"wait_seconds":55}
                            """),
                    Permission.APPEAR,
                    Hints.ADD,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"properties":{
                              "task_id":{"type":"string","description":"Only this one."},
                              "capabilities":{"type":"array","maxItems":64,"items":{"type":"string","minLength":1},
                                "description":"What you can do; without it, what your card says."},
                              "wait_seconds":{"type":"integer","minimum":0,"maximum":55,"default":0},
                              "lease_seconds":{"type":"integer","minimum":1,"maximum":3600,"default":900,"description":
                                "How long you may stay silent before it is given to another."},
                              "idempotency_key":{"type":"string","minLength":1,"maxLength":128,"description":
                                "Choose one and give it again when you repeat a call whose answer was lost: you get the same task."}}}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["task"],"properties":{
                              "task":{"type":["object","null"],"properties":{"task_id":{"type":"string"},
                                "run_id":{"type":"string"},"message":{"type":"string"},"requester":{"type":"string"}}},
                              "fence":{"type":"integer"},"lease_seconds":{"type":"number"},
                              "next":{"type":"string"},"duplicate":{"type":"boolean"}}}
                            """));

    private final Store store;
    private final Claims claims;
    private final TaskView view;
    private final Agents agents;
    private final Presence presence;

    ClaimTask(Store store, Claims claims, TaskView view, Agents agents, Presence presence) {
        super(LABEL);
        this.store = store;
        this.claims = claims;
        this.view = view;
        this.agents = agents;
        this.presence = presence;
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var caller = call.principal();
        var client = call.client();
        var agent = Worker.name(caller, null);
        var lease = Objects.requireNonNullElse(in.integer("lease_seconds"), USUAL_LEASE);
        var request =
                new Claims.Request(
                        new Worker(agent, client.instance(), capabilities(caller, agent, in)),
                        in.id(TaskId::new, "task_id"),
                        Duration.ofSeconds(lease));
        try (var _ = presence.hold(caller, client.instance())) {
            return claims.claim(
                            caller,
                            request,
                            WaitSeconds.orNone(in),
                            claim -> Repetition.attempt(store, call, NAME, claim, ClaimTask::given))
                    .map(given -> ToolResult.structured(withContent(caller, given)))
                    .orElseGet(ClaimTask::nothing);
        }
    }

    private Capabilities capabilities(Principal caller, AgentName agent, Fields in) {
        var given = in.array("capabilities");
        if (given != null) {
            return Capabilities.of(given.valueStream().map(word -> word.asText()).toList());
        }
        var card = agents.find(caller, agent);
        return Capabilities.of(card.map(AgentTable.Row::capabilities).orElse(List.of()));
    }

    private static ObjectNode given(TaskRow task) {
        var facts = Json.object();
        facts.set("task", TaskJson.describe(task));
        var lease = TaskJson.lease(task);
        facts.set("fence", lease.get("fence"));
        facts.set("lease_seconds", lease.get("seconds"));
        return facts;
    }

    /** What to do is read from the log, so that a claim writes little. */
    private ObjectNode withContent(Principal caller, ObjectNode given) {
        var task = given.withObject("task");
        var run = new RunKey(caller.space(), new RunId(task.path("run_id").asText()));
        view.asked(run).ifPresent(asked -> TaskJson.content(task, asked));
        return given.put(
                "next",
                "do it, report_progress now and then, and end it with complete_task; both want the"
                        + " fence");
    }

    private static ToolResult nothing() {
        var facts = Json.object();
        facts.putNull("task");
        return ToolResult.structured(facts);
    }
}
