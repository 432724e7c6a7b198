package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * Whether the audit's chain is whole.
 *
 * @param entries how many are as they were written, from the first on
 * @param head the last of those, to write down: {@code N:HASH}
 */
public record AuditVerdict(long entries, String head, Optional<Fault> fault, ObjectNode json) {
    /**
     * The first thing that is wrong.
     *
     * @param kind {@code changed}, {@code removed}, {@code reordered}, {@code cut_off}, {@code
     *     added}
     * @param n the entry at which it begins
     */
    public record Fault(String kind, long n, String detail) {}

    static AuditVerdict read(Answer answer) {
        var fault =
                answer.json().path("fault") instanceof ObjectNode found
                        ? Optional.of(new Answer(found))
                        : Optional.<Answer>empty();
        return new AuditVerdict(
                answer.number("entries"),
                answer.text("head"),
                fault.map(
                        found ->
                                new Fault(
                                        found.text("kind"),
                                        found.number("n"),
                                        found.maybeText("detail").orElse(""))),
                answer.json());
    }
}
