package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.agent.Agents;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Store;
import dev.parley.store.table.TaskRow;
import dev.parley.task.NewTask;
import dev.parley.task.TaskJson;
import dev.parley.task.TaskView;
import dev.parley.task.Tasks;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Has something done by whoever can, or by one agent; the result comes later. */
final class GiveTask extends HouseTool {
    private static final Schema OUTPUT =
            Schema.of(
                    """
                    {"type":"object","required":["task_id","run_id","state"],"properties":{
                      "task_id":{"type":"string"},"run_id":{"type":"string"},"state":{"type":"string"},
                      "recipient":{"type":"string"},"note":{"type":"string"},
                      "waits_because":{"type":"string"},
                      "next":{"type":"string"},"duplicate":{"type":"boolean"}}}
                    """);

    private static final String SHARED =
            """
              "message":{"type":"string","minLength":1,"description":
                "What to do, with everything that is needed to do it: the worker knows nothing else."},
              "required_capabilities":{"type":"array","maxItems":8,"items":{"type":"string","minLength":1},
                "description":"What the worker must be able to do, all of it, such as [\\"python\\",\\"security\\"]."},
              "conversation_id":{"type":"string","description":"To go on with an earlier conversation."},
              "codebase_id":{"type":"string","description":"Which codebase it is about, such as \\"my-project\\"."},
              "priority":{"type":"integer","default":0,"description":"Higher is claimed first; 5 is high, 10 urgent."},
              "deadline_seconds":{"type":"integer","minimum":1,"description":
                "Fails when it is not done by then; without it, it waits as long as it takes."},
              "notify_email":{"type":"string","description":
                "Who is told by mail how it ends, such as \\"user@example.com\\"; where the hub can send mail."},
              "idempotency_key":{"type":"string","minLength":1,"maxLength":128,"description":
                "Choose one and give it again when you repeat a call whose answer was lost: there is then one task."}}}
            """;

    private static final Label TO_ANYBODY =
            new Label(
                    "send_message_async",
                    "Give a task to any worker",
                    Label.paragraph(
                            """
                            Queues a task that any available worker may claim, and returns at once
                            with task_id and run_id. Use it for work that somebody shall do while
                            you go on and you do not care who; send_to_agent gives it to one agent.
                            The result comes to your inbox; get_run_status shows how it stands.
                            Example: {"message":"Process this data","codebase_id":"my-project",
                            "priority":5}
                            """),
                    Permission.SEND,
                    Hints.ADD,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"required":["message"],"properties":{
                            """
                                    + SHARED),
                    OUTPUT);

    private static final Label TO_ONE =
            new Label(
                    "send_to_agent",
                    "Give a task to an agent",
                    Label.paragraph(
                            """
                            Queues a task for one agent by name, and returns at once with task_id
                            and run_id. Use it for work that shall be done and reported; use
                            ask_agent for a quick answer and send_message just to tell. A task is in
                            no inbox: it waits until the agent calls claim_task, however long,
                            unless deadline_seconds says otherwise; the answer says in words how
                            likely that is. The result comes to your
                            inbox; get_run_status shows how it stands. Example:
                            {"agent_name":"code-reviewer","message":"Review this PR",
                            "deadline_seconds":300,"priority":10}
                            """),
                    Permission.SEND,
                    Hints.ADD,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"required":["agent_name","message"],"properties":{
                              "agent_name":{"type":"string","minLength":1,"description":
                                "The only agent that may do it, such as \\"code-reviewer\\"."},
                            """
                                    + SHARED),
                    OUTPUT);

    private final Store store;
    private final Tasks tasks;
    private final TaskView view;
    private final Whereabouts whereabouts;
    private final Agents agents;
    private final Function<ObjectNode, NewTask> reader;

    private GiveTask(
            Label label,
            Store store,
            Tasks tasks,
            TaskView view,
            Whereabouts whereabouts,
            Agents agents,
            Function<ObjectNode, NewTask> reader) {
        super(label.brief());
        this.store = store;
        this.tasks = tasks;
        this.view = view;
        this.whereabouts = whereabouts;
        this.agents = agents;
        this.reader = reader;
    }

    /**
     * Two tools for two ways to say who shall do it.
     *
     * @param reader reads what is wanted, as the HTTP door does
     */
    static GiveTask toAnybody(
            Store store,
            Tasks tasks,
            TaskView view,
            Whereabouts whereabouts,
            Agents agents,
            Function<ObjectNode, NewTask> reader) {
        return new GiveTask(TO_ANYBODY, store, tasks, view, whereabouts, agents, reader);
    }

    GiveTask toOne() {
        return new GiveTask(TO_ONE, store, tasks, view, whereabouts, agents, reader);
    }

    @Override
    public ToolResult call(ToolCall call) {
        var caller = call.principal();
        var wanted = reader.apply(call.arguments());
        var create = call.noted(tasks.create(caller, wanted), task -> task.id().value());
        var made = new AtomicReference<@Nullable TaskRow>();
        var facts =
                Repetition.create(store, call, name(), create, task -> shown(made, task))
                        .put("next", "the result comes to your inbox; do not send this again");
        var task =
                Optional.ofNullable(made.get())
                        .orElseGet(
                                () ->
                                        tasks.get(
                                                caller,
                                                new TaskId(facts.path("task_id").asText())));
        TaskJson.text(facts, "waits_because", view.why(task));
        var agent = wanted.target();
        if (agent != null) {
            facts.put("recipient", whereabouts.forTask(caller.space(), agent).words());
            TaskJson.text(facts, "note", note(caller, wanted, agent));
        }
        return ToolResult.structured(facts);
    }

    private @Nullable String note(Principal caller, NewTask wanted, AgentName agent) {
        return tasks.note(caller, wanted)
                .map(note -> note + agents.meant(caller.space(), agent))
                .orElse(null);
    }

    /** What there is to say of a task that has just been made, which then need not be read. */
    private static ObjectNode shown(AtomicReference<@Nullable TaskRow> made, TaskRow task) {
        made.set(task);
        return Json.object()
                .put("task_id", task.id().value())
                .put("run_id", task.key().run().value())
                .put("state", Wire.name(task.state()));
    }
}
