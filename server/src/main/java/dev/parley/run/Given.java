package dev.parley.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An answer to a question.
 *
 * @param answer words
 * @param choice one of those that were offered
 * @param decision {@code approve} or {@code deny}
 * @param reason why, if somebody said it
 */
public record Given(
        @Nullable String answer,
        @Nullable String choice,
        @Nullable String decision,
        @Nullable String reason) {
    private static final List<String> DECISIONS = List.of("approve", "deny");

    /** What a message answers; its summary, where its payload has no words for it. */
    static Given of(Message message) {
        var payload = message.payload();
        var answer = payload.path("answer").textValue();
        var choice = payload.path("choice").textValue();
        var decision = payload.path("decision").textValue();
        boolean isSaid = answer != null || choice != null || decision != null;
        return new Given(
                isSaid ? answer : message.summary(),
                choice,
                decision,
                payload.path("reason").textValue());
    }

    /** The same as the question wants it; refuses what does not answer it. */
    public Given to(Asked asked) {
        if (asked.approval() != null) {
            var said = first(decision, choice, answer);
            var word = said == null ? "" : said.strip().toLowerCase(Locale.ROOT);
            if (!DECISIONS.contains(word)) {
                throw bad("this asks for an approval: the decision must be approve or deny");
            }
            return new Given(null, null, word, reason);
        }
        var said = first(answer, choice, decision);
        if (!asked.choices().isEmpty()) {
            var one = first(choice, answer, decision);
            if (one == null || !asked.choices().contains(one)) {
                throw bad("the choice must be one of " + String.join(", ", asked.choices()));
            }
            return new Given(null, one, null, reason);
        }
        if (said == null || said.isBlank()) {
            throw bad("the answer is blank; the question stays open");
        }
        return new Given(said, null, null, reason);
    }

    /** In a few words. */
    public String words() {
        var said = first(decision, choice, answer);
        return said == null ? "" : said;
    }

    /** The fields that are given. */
    public ObjectNode json() {
        var body = Json.object();
        put(body, "answer", answer);
        put(body, "choice", choice);
        put(body, "decision", decision);
        put(body, "reason", reason);
        return body;
    }

    public static Given read(ObjectNode body) {
        return new Given(
                body.path("answer").textValue(),
                body.path("choice").textValue(),
                body.path("decision").textValue(),
                body.path("reason").textValue());
    }

    private static void put(ObjectNode body, String name, @Nullable String value) {
        if (value != null) {
            body.put(name, value);
        }
    }

    private static @Nullable String first(@Nullable String... said) {
        return Stream.of(said).filter(one -> one != null).findFirst().orElse(null);
    }

    private static ParleyException bad(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }
}
