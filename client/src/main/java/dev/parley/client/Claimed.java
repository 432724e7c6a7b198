package dev.parley.client;

import dev.parley.protocol.AgentName;

/**
 * A task that was given to a worker.
 *
 * @param repeated whether an earlier attempt of the same claim got it, so that the lease may be
 *     over
 */
public record Claimed(TaskView task, Lease lease, boolean repeated) {
    static Claimed read(AgentName agent, Answer answer) {
        var task = TaskView.read(new Answer(answer.json().withObject("task")));
        return new Claimed(
                task,
                Lease.read(task.taskId(), agent, answer.json().withObject("lease")),
                answer.flag("duplicate"));
    }
}
