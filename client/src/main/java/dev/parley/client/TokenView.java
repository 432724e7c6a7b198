package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;

/**
 * A token as the hub shows it; never its secret.
 *
 * @param name the agent's or person's
 * @param expiresAt empty for one that lasts until it is revoked
 */
public record TokenView(
        String tokenId,
        String name,
        String role,
        String space,
        Optional<Instant> createdAt,
        Optional<Instant> expiresAt,
        ObjectNode json) {
    static TokenView read(Answer answer) {
        return new TokenView(
                answer.text("token_id"),
                answer.maybeText("agent")
                        .or(() -> answer.maybeText("person"))
                        .or(() -> answer.maybeText("name"))
                        .orElse(""),
                answer.maybeText("role").orElse(""),
                answer.maybeText("space").orElse("default"),
                answer.maybeTime("created_at"),
                answer.maybeTime("expires_at"),
                answer.json());
    }
}
