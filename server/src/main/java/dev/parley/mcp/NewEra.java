package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks in rounds, as the new protocol does: a call that lacks an answer ends, and comes again. */
record Rounds(ObjectNode answers) implements Asking {
    @Override
    public Map<String, ObjectNode> ask(Map<String, Input> wanted) {
        var missing = new LinkedHashMap<String, Input>();
        var found = new LinkedHashMap<String, ObjectNode>();
        wanted.forEach(
                (key, input) -> {
                    if (answers.get(key) instanceof ObjectNode answer
                            && input.isAnsweredBy(answer)) {
                        found.put(key, answer);
                    } else {
                        missing.put(key, input);
                    }
                });
        if (!missing.isEmpty()) {
            throw new NeedInput(missing, answers);
        }
        return found;
    }
}
