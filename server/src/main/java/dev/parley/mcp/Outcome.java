package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Answer;

/**
 * What a request came to.
 *
 * @param status of HTTP, if nothing was told before
 */
record Outcome(int status, ObjectNode message) {
    static Outcome ok(ObjectNode message) {
        return new Outcome(200, message);
    }

    Answer answer() {
        return Answer.json(status, message);
    }
}
