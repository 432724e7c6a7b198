package dev.parley.task;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.TaskState;
import dev.parley.run.Phrase;
import dev.parley.store.table.TaskRow;
import org.jspecify.annotations.Nullable;

/**
 * Which tasks are wanted.
 *
 * @param agent those that it wants done, holds or held last, and those that wait for it by name
 * @param text those that say it in their summary, id, capabilities, target's or worker's name
 */
public record TaskFilter(
        @Nullable TaskState state, @Nullable AgentName agent, @Nullable Phrase text) {
    boolean admits(TaskGlance glance) {
        var task = glance.task();
        return (state == null || task.state() == state)
                && (agent == null || concerns(task, agent))
                && (text == null || isSaid(text, glance));
    }

    private static boolean concerns(TaskRow task, AgentName agent) {
        var hold = task.hold();
        return task.requester().equals(agent.value())
                || (hold != null && hold.agent().equals(agent))
                || (task.state() == TaskState.QUEUED
                        && task.queue().target().equals(agent.value()));
    }

    private static boolean isSaid(Phrase text, TaskGlance glance) {
        var task = glance.task();
        var hold = task.hold();
        return text.isIn(glance.summary())
                || text.isIn(task.id().value())
                || text.isIn(task.queue().target())
                || text.isInOneOf(task.queue().needs().words())
                || (hold != null && text.isIn(hold.agent().value()));
    }
}
