package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.RunId;
import dev.parley.protocol.SessionId;
import java.util.Optional;

/**
 * A session as the hub shows it. Its status is the hub's word, so that a newer hub's is not lost on
 * an older client.
 *
 * @param status {@code idle}, {@code streaming} or {@code error}
 * @param waiting how many messages were not answered yet
 * @param error why its last turn has failed
 * @param json the whole answer
 */
public record SessionView(
        SessionId sessionId,
        RunId runId,
        String agent,
        String status,
        boolean isClosed,
        long waiting,
        Optional<String> error,
        ObjectNode json) {
    static SessionView read(Answer answer) {
        return new SessionView(
                new SessionId(answer.text("sessionId")),
                new RunId(answer.text("runId")),
                answer.text("agent"),
                answer.text("status"),
                answer.flag("closed"),
                answer.maybeNumber("waiting").orElse(0),
                answer.maybeText("error"),
                answer.json());
    }

    /** How it stands in one word; one that is closed says so. */
    public String state() {
        return isClosed ? "closed" : status;
    }

    /** What was said last, by whomever; of a list's sessions its first words. */
    public Optional<String> lastWords() {
        return Optional.ofNullable(json.path("lastMessage").path("content").textValue());
    }
}
