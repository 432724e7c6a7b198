package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import dev.parley.agent.Agents;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.Address;
import dev.parley.protocol.RunId;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.run.Posted;
import dev.parley.run.Runs;
import dev.parley.store.table.AgentTable;
import dev.parley.task.Leases;
import dev.parley.task.Worker;
import java.util.List;

/** Tells how the work goes; of a task, this also keeps hold of it. */
final class ReportProgress extends HouseTool {
    private static final String NAME = "report_progress";

    private static final Label LABEL =
            new Label(
                    NAME,
                    "Report progress",
                    Label.paragraph(
                            """
                            Tells whoever wants the work done how it goes. Use it after each
                            finished step of longer work, in one sentence. While you hold a task,
                            give its task_id and fence: that also renews your lease, without which
                            the task is given to another when the lease is over. Example:
                            {"task_id":"task_01J9","fence":3,"message":"Tests pass; writing the
                            migration","percent":60}
                            """),
                    Permission.APPEAR,
                    Hints.ADD,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"required":["message"],"properties":{
                              "message":{"type":"string","minLength":1,"description":"What is done, and what comes next."},
                              "task_id":{"type":"string","description":"The task that you hold."},
                              "fence":{"type":"integer","description":"The fence that claim_task gave you."},
                              "run_id":{"type":"string","description":"Without a task: the run that it is about."},
                              "agent_name":{"type":"string","description":
                                "Without a task: who is told; usually your manager or parent, else everybody in the run."},
                              "percent":{"type":"number","minimum":0,"maximum":100},
                              "idempotency_key":{"type":"string","minLength":1,"maxLength":128}},
                             "dependentRequired":{"task_id":["fence"]},
                             "anyOf":[{"required":["task_id"]},{"required":["run_id"]}]}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["message_id","run_id"],"properties":{
                              "message_id":{"type":"string"},"run_id":{"type":"string"},
                              "duplicate":{"type":"boolean"}}}
                            """));

    private final Runs runs;
    private final Agents agents;
    private final Sending sending;
    private final Leases leases;

    ReportProgress(Runs runs, Agents agents, Sending sending, Leases leases) {
        super(LABEL.brief());
        this.runs = runs;
        this.agents = agents;
        this.sending = sending;
        this.leases = leases;
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var words = in.requiredText("message");
        var payload = Json.object().put("message", words);
        if (call.arguments().has("percent")) {
            payload.set("percent", call.arguments().get("percent"));
        }
        var task = in.id(TaskId::new, "task_id");
        if (task == null) {
            var run = in.requiredId(RunId::new, "run_id");
            return said(run, tell(call, run, in, words, payload));
        }
        var lease =
                Leases.Lease.own(call.principal(), task, in.require(in.integer("fence"), "fence"));
        var word =
                new Leases.Word(
                        Repetition.messageId(call, NAME),
                        OneLine.summary(words),
                        payload,
                        List.of());
        return said(task.run(), leases.progress(lease, word));
    }

    private Posted tell(ToolCall call, RunId run, Fields in, String words, ObjectNode payload) {
        var named = in.address("agent_name");
        var to = named == null ? superior(call, run) : named;
        var draft =
                Sending.draft(call, NAME, to, "progress")
                        .summary(OneLine.summary(words))
                        .payload(payload)
                        .build();
        return sending.send(call, run, draft).posted();
    }

    private Address superior(ToolCall call, RunId run) {
        var caller = call.principal();
        return switch (runs.facts(caller, run).row().protocol()) {
            case MANAGED -> new Address("manager");
            case TREE -> {
                var card = agents.find(caller, Worker.name(caller, null));
                yield card.map(AgentTable.Row::parent).map(Address::of).orElse(Address.USER);
            }
            case OPEN, CLOSED -> Address.BROADCAST;
        };
    }

    private static ToolResult said(RunId run, Posted posted) {
        var facts =
                Json.object()
                        .put("message_id", posted.messageId().value())
                        .put("run_id", run.value());
        return Repetition.structured(posted, facts);
    }
}
