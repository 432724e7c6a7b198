package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;

/** How a problem is told: RFC 9457 and the older spellings. */
public final class ProblemJson {
    private ProblemJson() {}

    public static ObjectNode write(ParleyException exception) {
        var problem = exception.problem();
        var node = JsonNodeFactory.instance.objectNode();
        node.put("title", problem.title());
        node.put("status", problem.status());
        node.put("detail", exception.detail());
        node.put("code", problem.slug());
        node.put("message", exception.detail());
        node.put("error", exception.detail());
        node.put("recoverable", problem.recoverable());
        exception.extras().forEach((name, value) -> node.putPOJO(name, value));
        return node;
    }
}
