package dev.parley.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.RunId;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A task as the hub shows it. Its state is the hub's word, so that a newer hub's is not lost on an
 * older client.
 *
 * @param message what is to be done, where the hub says so
 * @param attempt how often it was begun
 * @param reason why it failed, or was queued again
 * @param waitsBecause why nobody has claimed it, in words
 * @param json the whole answer
 */
public record TaskView(
        TaskId taskId,
        RunId runId,
        String state,
        Optional<String> message,
        long attempt,
        Optional<String> reason,
        Optional<String> waitsBecause,
        ObjectNode json) {
    static TaskView read(Answer answer) {
        return new TaskView(
                new TaskId(answer.text("task_id")),
                new RunId(answer.text("run_id")),
                answer.text("state"),
                answer.maybeText("message"),
                answer.maybeNumber("attempt").orElse(0),
                answer.maybeText("reason"),
                answer.maybeText("waits_because"),
                answer.json());
    }

    /** Whether anything can still come of it. */
    public boolean isOver() {
        return Arrays.stream(TaskState.values())
                .anyMatch(known -> known.isFinal() && Wire.name(known).equals(state));
    }

    /** What its requester had better know about who shall do it. */
    public Optional<String> note() {
        return Optional.ofNullable(json.path("note").textValue());
    }

    /** The first words of what is to be done, where the hub says so. */
    public Optional<String> summary() {
        return Optional.ofNullable(json.path("summary").textValue());
    }

    /** What its worker gave as the result; empty unless it is completed. */
    public Optional<JsonNode> result() {
        return Optional.ofNullable(json.path("result").get("result"));
    }

    public Optional<String> targetAgent() {
        return Optional.ofNullable(json.path("target_agent").textValue());
    }

    public List<String> requiredCapabilities() {
        return json.path("required_capabilities").valueStream().map(JsonNode::asText).toList();
    }

    public int priority() {
        return json.path("priority").asInt();
    }

    /** The agent that holds it, or did last. */
    public Optional<String> worker() {
        return Optional.ofNullable(json.path("worker").path("agent").textValue());
    }
}
