package dev.parley.client.agent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.client.Lease;
import dev.parley.client.Tasks;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.codec.Json;
import java.time.Duration;

/** What came of a task, on its way to the hub. */
record Finished(Lease lease, Result result) {
    /** The same hold always has the same name. */
    String name() {
        return lease.task() + "-" + lease.fence();
    }

    void send(Tasks tasks) {
        switch (result) {
            case Result.Done(var said) -> tasks.complete(lease, said);
            case Result.Failed(var reason, var mayRetry) -> tasks.fail(lease, reason, mayRetry);
            case Result.Rejected(var reason) -> tasks.reject(lease, reason);
            case Result.Released(var reason) -> tasks.release(lease, reason);
        }
    }

    ObjectNode json() {
        var kept =
                Json.object()
                        .put("task_id", lease.task().value())
                        .put("agent", lease.agent().value())
                        .put("fence", lease.fence());
        kept.set("result", result.json());
        return kept;
    }

    static Finished read(ObjectNode kept) {
        var lease =
                new Lease(
                        new TaskId(kept.path("task_id").asText()),
                        new AgentName(kept.path("agent").asText()),
                        kept.path("fence").longValue(),
                        Duration.ZERO);
        return new Finished(lease, Result.read(kept.withObject("result")));
    }
}
