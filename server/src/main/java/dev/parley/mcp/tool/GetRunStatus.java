package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.codec.Fields;

/** How a run stands, with its task if it has one. */
final class GetRunStatus extends HouseTool {
    private static final Label LABEL =
            new Label(
                    "get_run_status",
                    "Get the status of a run",
                    Label.paragraph(
                            """
                            Shows how a run stands: its status (running, waiting, completed, failed,
                            cancelled) and why it waits, who takes part, what each of them does, and
                            the intent with its acceptance criteria. For the run of a task also the
                            task: its state, why nobody has claimed it, and the result once there is
                            one; with wait_seconds it waits until the task is over. Example:
                            {"run_id":"run_01J9","wait_seconds":30}
                            """),
                    Permission.READ,
                    Hints.READ,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"properties":{
                              "run_id":{"type":"string"},
                              "task_id":{"type":"string","description":"Instead of run_id."},
                              "wait_seconds":{"type":"integer","minimum":0,"maximum":55,"default":0,"description":
                                "For a task: how long to wait for its end."}},
                             "anyOf":[{"required":["run_id"]},{"required":["task_id"]}]}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["run_id","status","participants","agent_states"],"properties":{
                              "run_id":{"type":"string"},"status":{"type":"string"},"paused":{"type":"boolean"},
                              "reason":{"type":"string"},"question_id":{"type":"string"},
                              "participants":{"type":"object"},"agent_states":{"type":"object"},
                              "intent":{"type":"object"},"task":{"type":"object"}}}
                            """));

    private final RunView view;

    GetRunStatus(RunView view) {
        super(LABEL.brief());
        this.view = view;
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var task = in.id(TaskId::new, "task_id");
        var run = task == null ? in.requiredId(RunId::new, "run_id") : task.run();
        try {
            var facts = view.task(call.principal(), run, WaitSeconds.orNone(in));
            ObjectNode shown = view.of(call.principal(), run);
            facts.ifPresent(found -> shown.set("task", found));
            return ToolResult.structured(shown);
        } catch (ParleyException refused) {
            throw task != null && refused.problem() == Problem.UNKNOWN_RUN
                    ? new ParleyException(Problem.UNKNOWN_TASK, "there is no task " + task)
                    : refused;
        }
    }
}
