package dev.parley.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Message;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Parts;
import dev.parley.protocol.codec.Times;
import dev.parley.store.table.TaskRow;
import org.jspecify.annotations.Nullable;

/** Tasks as the API shows them; what there is nothing to say of is left out. */
public final class TaskJson {
    private TaskJson() {}

    public static ObjectNode describe(TaskRow task) {
        var body =
                Json.object()
                        .put("task_id", task.id().value())
                        .put("run_id", task.key().run().value())
                        .put("state", Wire.name(task.state()))
                        .put("priority", task.queue().priority());
        if (!task.queue().target().isEmpty()) {
            body.put("target_agent", task.queue().target());
        }
        var needs = body.putArray("required_capabilities");
        task.queue().needs().words().forEach(needs::add);
        body.put("attempt", task.attempts())
                .put("max_attempts", task.terms().maxAttempts())
                .put("requester", task.requester())
                .put("created_by", task.createdBy());
        body.set("created_at", Times.epochSeconds(task.createdAt()));
        if (task.terms().deadlineAt() != null) {
            body.set("deadline_at", Times.epochSeconds(task.terms().deadlineAt()));
        }
        if (task.endedAt() != null) {
            body.set("ended_at", Times.epochSeconds(task.endedAt()));
        }
        text(body, "reason", task.reason());
        var hold = task.hold();
        if (hold != null) {
            body.putObject("worker")
                    .put("agent", hold.agent().value())
                    .put("instance", hold.instance().value());
        }
        return body;
    }

    /** What a message of the task says. */
    public static void content(ObjectNode body, Message message) {
        body.setAll(message.payload());
        if (!message.parts().isEmpty()) {
            body.set("parts", Parts.write(message.parts()));
        }
        var ref = message.payloadRef();
        if (ref != null) {
            body.putObject("payload_ref")
                    .put("blob_id", ref.blobId().value())
                    .put("size", ref.size())
                    .put("sha256", ref.sha256());
        }
    }

    public static void text(ObjectNode body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    /** What a worker must show to do anything with the task it holds. */
    public static ObjectNode lease(TaskRow task) {
        var hold = task.hold();
        return Json.object()
                .put("fence", task.fence())
                .put("seconds", hold == null ? 0 : hold.leaseMillis() / 1000.0);
    }
}
