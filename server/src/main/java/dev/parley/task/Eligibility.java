package dev.parley.task;

import dev.parley.store.table.TaskRow;
import java.util.Optional;

/** Whether a task is for a worker: the rule that every statement about routes carries out. */
final class Eligibility {
    private Eligibility() {}

    /** Why it is not, if it is not. */
    static Optional<String> of(TaskRow.Queue task, Worker worker) {
        if (!task.target().isEmpty() && !task.target().equals(worker.agent().value())) {
            return Optional.of("the task is for " + task.target() + " alone");
        }
        var lacking = worker.has().lacking(task.needs());
        return lacking.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "the task needs "
                                + String.join(", ", lacking)
                                + ", which "
                                + worker.label()
                                + " lacks");
    }
}
