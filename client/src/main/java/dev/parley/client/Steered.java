package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.OptionalLong;

/**
 * What became of a person's word to a run.
 *
 * @param status how the run stands
 * @param seq its place in the log; empty when the run had ended and nothing was sent
 * @param queued how many messages wait for whoever was spoken to
 */
public record Steered(String status, OptionalLong seq, long queued, ObjectNode json) {
    static Steered read(Answer answer) {
        return new Steered(
                answer.text("status"),
                answer.maybeNumber("seq"),
                answer.maybeNumber("queued").orElse(0),
                answer.json());
    }
}
