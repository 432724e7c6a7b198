package dev.parley.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is asked of people: list and answer it. */
public final class Questions {
    private static final int PAGE = 500;

    private final Transport transport;

    Questions(Transport transport) {
        this.transport = transport;
    }

    /** Every open question, oldest first; while there is none, waits for as long as it may. */
    public List<QuestionView> open(Duration wait) {
        var questions = new ArrayList<QuestionView>();
        Optional<String> next = Optional.empty();
        do {
            var target = Target.of("api", "questions").with("limit", PAGE);
            next.ifPresent(place -> target.with("after", place));
            var first = next.isEmpty() ? wait : Duration.ZERO;
            var page = transport.get(target.with("wait", Target.seconds(first)), first);
            page.list("items").forEach(item -> questions.add(QuestionView.read(item)));
            next = page.maybeText("next");
        } while (next.isPresent());
        return questions;
    }

    public QuestionView get(String questionId) {
        return QuestionView.read(transport.get(Target.of("api", "questions", questionId)));
    }

    /** Answers in words. */
    public QuestionView answer(String questionId, String words, Optional<String> reason) {
        return answer(questionId, "answer", words, reason);
    }

    /** Answers in words that are the answer, whatever a model of the hub thinks of them. */
    public QuestionView insist(String questionId, String words, Optional<String> reason) {
        var body = JsonNodeFactory.instance.objectNode().put("answer", words).put("insist", true);
        return answer(questionId, body, reason);
    }

    /** Answers with one of the choices. */
    public QuestionView choose(String questionId, String choice, Optional<String> reason) {
        return answer(questionId, "choice", choice, reason);
    }

    /** Approves the exact action that the question is about, or denies it. */
    public QuestionView decide(String questionId, boolean isApproved, Optional<String> reason) {
        return answer(questionId, "decision", isApproved ? "approve" : "deny", reason);
    }

    private QuestionView answer(
            String questionId, String field, String value, Optional<String> reason) {
        return answer(questionId, JsonNodeFactory.instance.objectNode().put(field, value), reason);
    }

    private QuestionView answer(String questionId, ObjectNode body, Optional<String> reason) {
        reason.ifPresent(why -> body.put("reason", why));
        var target = Target.of("api", "questions", questionId, "answer");
        return QuestionView.read(transport.post(target, body, Duration.ZERO));
    }
}
