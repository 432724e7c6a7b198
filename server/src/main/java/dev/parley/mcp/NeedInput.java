package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** A call cannot go on before the client has answered something. */
final class NeedInput extends RuntimeException {
    private final transient Map<String, Input> wanted;
    private final transient ObjectNode answers;

    /**
     * Ends the call.
     *
     * @param answers what the client has answered so far
     */
    NeedInput(Map<String, Input> wanted, ObjectNode answers) {
        super("the client is asked for " + wanted.keySet(), null, false, false);
        this.wanted = wanted;
        this.answers = answers;
    }

    Map<String, Input> wanted() {
        return wanted;
    }

    ObjectNode answers() {
        return answers;
    }
}
