package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * How a hub is.
 *
 * @param json the whole answer
 */
public record Health(String status, String version, ObjectNode json) {
    static Health read(Answer answer) {
        return new Health(
                answer.text("status"), answer.maybeText("version").orElse(""), answer.json());
    }
}
