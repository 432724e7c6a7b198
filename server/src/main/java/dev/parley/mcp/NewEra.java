package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The new protocol knows single requests only: each says what it wants to be told, its id means
 * nothing to others, and one that lacks an answer of the client ends, and comes again with it.
 */
record NewEra(Optional<LogLevel> threshold, ObjectNode answers) implements Era {
    @Override
    public Optional<Exchange.Named> named(JsonNode id) {
        return Optional.empty();
    }

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
