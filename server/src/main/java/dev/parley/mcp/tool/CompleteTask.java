package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.run.Posted;
import dev.parley.task.Leases;
import java.util.List;
import java.util.Objects;

/** Ends the caller's work on a task, one way or another. */
final class CompleteTask extends HouseTool {
    private static final Label LABEL =
            new Label(
                    "complete_task",
                    "Complete a task",
                    Label.paragraph(
                            """
                            Ends your work on a task that you hold. outcome "completed" hands over
                            the result, which whoever wanted it gets. "failed" says that it cannot
                            be done (with retry, that another may try), "rejected" that it should
                            not be done or not by you, "released" puts it back into the queue. Give
                            the task_id and fence of claim_task. "stale-lease" means that it is no
                            longer yours: stop working on it. Example: {"task_id":"task_01J9",
                            "fence":3,"result":"Reviewed; two findings, see the PR"}
                            """),
                    Permission.APPEAR,
                    Hints.SET,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"required":["task_id","fence","result"],"properties":{
                              "task_id":{"type":"string"},
                              "fence":{"type":"integer","description":"The fence that claim_task gave you."},
                              "outcome":{"enum":["completed","failed","rejected","released"],"default":"completed"},
                              "result":{"type":"string","minLength":1,"description":
                                "What came of it; where it is not completed, why not, in at most 1000 characters."},
                              "data":{"type":"object","description":"The result for programs, if it has one."},
                              "retry":{"type":"boolean","default":false,
                                "description":"For failed: whether another may try."}}}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["task_id","run_id","state"],"properties":{
                              "task_id":{"type":"string"},"run_id":{"type":"string"},
                              "state":{"type":"string"},"message_id":{"type":"string"},
                              "duplicate":{"type":"boolean"}}}
                            """));

    /** As with the HTTP door. */
    private static final int MAX_REASON = 1_000;

    private final Leases leases;

    CompleteTask(Leases leases) {
        super(LABEL.brief());
        this.leases = leases;
    }

    @Override
    public ToolResult call(ToolCall call) {
        var in = Fields.of(call.arguments());
        var task = in.requiredId(TaskId::new, "task_id");
        var lease =
                Leases.Lease.own(call.principal(), task, in.require(in.integer("fence"), "fence"));
        var words = in.requiredText("result");
        var facts = Json.object().put("task_id", task.value()).put("run_id", task.run().value());
        var outcome = Objects.requireNonNullElse(in.text("outcome"), "completed");
        return outcome.equals("completed")
                ? complete(lease, words, in, facts)
                : ToolResult.structured(facts.put("state", end(lease, outcome, words, in)));
    }

    private ToolResult complete(Leases.Lease lease, String words, Fields in, ObjectNode facts) {
        var payload = Json.object().put("result", words);
        var data = in.object("data");
        if (data != null) {
            payload.set("data", data);
        }
        var word = new Leases.Word(null, OneLine.summary(words), payload, List.of());
        var posted = completed(lease, word);
        facts.put("state", "completed").put("message_id", posted.messageId().value());
        return Repetition.structured(posted, facts);
    }

    /** The result's message has the task's own id, of which a model knows nothing. */
    private Posted completed(Leases.Lease lease, Leases.Word word) {
        try {
            return leases.complete(lease, word);
        } catch (ParleyException refused) {
            throw refused.problem() == Problem.MESSAGE_ID_CONFLICT
                    ? new ParleyException(
                            Problem.TASK_ENDED,
                            lease.task()
                                    + " is completed already, with another result; that one counts")
                    : refused;
        }
    }

    private String end(Leases.Lease lease, String outcome, String words, Fields in) {
        var reason = words.length() > MAX_REASON ? OneLine.summary(words) : words;
        return Wire.name(
                switch (outcome) {
                    case "failed" ->
                            leases.fail(lease, reason, Boolean.TRUE.equals(in.bool("retry")))
                                    .state();
                    case "rejected" -> leases.reject(lease, reason).state();
                    default -> leases.release(lease, reason).state();
                });
    }
}
