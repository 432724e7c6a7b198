package dev.parley.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.client.RunStanding;
import dev.parley.client.TaskView;
import java.util.Optional;

/** How a run or a task stands after somebody did something to it. */
record Standing(String id, String state, Optional<String> reason, ObjectNode json) {
    static Standing of(RunStanding run) {
        return new Standing(run.runId().value(), run.state(), run.reason(), run.json());
    }

    static Standing of(TaskView task) {
        return new Standing(task.taskId().value(), task.state(), task.reason(), task.json());
    }

    @Override
    public String toString() {
        var why = reason.filter(word -> !word.equals(state));
        return id + " is " + state + why.map(word -> " (" + word + ")").orElse("");
    }
}
