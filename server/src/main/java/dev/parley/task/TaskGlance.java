package dev.parley.task;

import dev.parley.store.table.TaskRow;
import org.jspecify.annotations.Nullable;

/**
 * What a list shows of a task.
 *
 * @param summary in a line, what it is about
 * @param waitsBecause why nobody has claimed it; null when it does not wait for that
 */
public record TaskGlance(TaskRow task, String summary, @Nullable String waitsBecause) {
    TaskGlance because(@Nullable String reason) {
        return new TaskGlance(task, summary, reason);
    }
}
