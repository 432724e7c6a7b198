package dev.parley.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Something that a person is asked, as the hub shows it.
 *
 * @param kind a question in words, or an approval
 * @param choices the only answers there are; empty when any words will do
 * @param state {@code open}, or how it was closed
 */
public record QuestionView(
        String questionId,
        String kind,
        String askedBy,
        String text,
        List<String> choices,
        String state,
        Optional<Instant> createdAt,
        Optional<Instant> deadlineAt,
        ObjectNode json) {
    static QuestionView read(Answer answer) {
        return new QuestionView(
                answer.text("question_id"),
                answer.maybeText("kind").orElse("question"),
                answer.text("asked_by"),
                answer.maybeText("text").orElse(""),
                answer.json().path("choices").valueStream().map(JsonNode::asText).toList(),
                answer.text("state"),
                answer.maybeTime("created_at"),
                answer.maybeTime("deadline_at"),
                answer.json());
    }
}
