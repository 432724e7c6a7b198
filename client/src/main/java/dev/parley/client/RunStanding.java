package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.RunId;
import java.util.Optional;

/**
 * How a run stands.
 *
 * @param reason why it is paused or has ended, where somebody said so
 */
public record RunStanding(
        RunId runId, String status, boolean paused, Optional<String> reason, ObjectNode json) {
    /** In one word; a paused run says so. */
    public String state() {
        return paused ? "paused" : status;
    }

    static RunStanding read(Answer answer) {
        return new RunStanding(
                new RunId(answer.text("run_id")),
                answer.text("status"),
                answer.flag("paused"),
                answer.maybeText("reason"),
                answer.json());
    }
}
