package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that was refused, or that a person did.
 *
 * @param outcome {@code ok}, or the code of the problem
 * @param count how often it happened within a minute
 */
public record AuditEntry(
        long n,
        Optional<Instant> createdAt,
        String space,
        String principal,
        String action,
        String target,
        String outcome,
        long count,
        String detail,
        ObjectNode json) {
    static AuditEntry read(Answer answer) {
        return new AuditEntry(
                answer.number("n"),
                answer.maybeTime("created_at"),
                answer.maybeText("space").orElse(""),
                answer.maybeText("principal").orElse(""),
                answer.maybeText("action").orElse(""),
                answer.maybeText("target").orElse(""),
                answer.maybeText("outcome").orElse(""),
                answer.maybeNumber("count").orElse(1),
                answer.maybeText("detail").orElse(""),
                answer.json());
    }
}
