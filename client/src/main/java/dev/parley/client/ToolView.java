package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A tool as the hub offers it to somebody.
 *
 * @param kind what it does: {@code read}, {@code status}, {@code report} or {@code mutating}
 * @param reason why it may not be used
 */
public record ToolView(
        String name,
        String kind,
        boolean needsApproval,
        boolean allowed,
        Optional<String> reason,
        ObjectNode json) {
    static ToolView read(Answer answer) {
        return new ToolView(
                answer.text("name"),
                answer.text("class"),
                answer.json().path("needs_approval").asBoolean(),
                answer.json().path("allowed").asBoolean(),
                answer.maybeText("reason"),
                answer.json());
    }
}
