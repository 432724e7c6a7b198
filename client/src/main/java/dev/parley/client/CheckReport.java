package dev.parley.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;

/**
 * Whether what is stored agrees with the log.
 *
 * @param findings what does not, each a text or an object
 * @param json the whole answer
 */
public record CheckReport(boolean ok, List<JsonNode> findings, ObjectNode json) {
    /** A check reads everything that is stored. */
    static final Duration LONGEST = Duration.ofMinutes(30);

    public CheckReport {
        findings = List.copyOf(findings);
    }

    static CheckReport read(Answer answer) {
        answer.text("ok");
        return new CheckReport(
                answer.flag("ok"),
                answer.json().path("findings").valueStream().toList(),
                answer.json());
    }
}
