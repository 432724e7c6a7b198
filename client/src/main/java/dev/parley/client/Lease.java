package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.TaskId;
import java.time.Duration;

/**
 * A worker's hold on a task.
 *
 * @param fence what shows that it is this hold and none before or after it
 * @param length how long the worker may stay silent
 */
public record Lease(TaskId task, AgentName agent, long fence, Duration length) {
    static Lease read(TaskId task, AgentName agent, ObjectNode json) {
        var seconds = json.path("seconds").decimalValue();
        return new Lease(
                task,
                agent,
                json.path("fence").longValue(),
                Duration.ofMillis(seconds.movePointRight(3).longValue()));
    }
}
