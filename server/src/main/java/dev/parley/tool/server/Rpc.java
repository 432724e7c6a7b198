package dev.parley.tool.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.util.Optional;

/** Messages of JSON-RPC as MCP uses them. */
final class Rpc {
    private static final int METHOD_NOT_FOUND = -32601;

    private Rpc() {}

    /** A request that also asks to be told how far it is. */
    static ObjectNode request(long id, String method, ObjectNode params) {
        var sent = params.deepCopy();
        sent.withObject("_meta").put("progressToken", id);
        return Json.object()
                .put("jsonrpc", "2.0")
                .put("id", id)
                .put("method", method)
                .set("params", sent);
    }

    static ObjectNode notification(String method, ObjectNode params) {
        return Json.object().put("jsonrpc", "2.0").put("method", method).set("params", params);
    }

    static boolean isAnswerTo(JsonNode message, long id) {
        return isAnswer(message) && message.path("id").asLong() == id;
    }

    static boolean isAnswer(JsonNode message) {
        return !message.has("method") && (message.has("result") || message.has("error"));
    }

    static boolean isNotification(JsonNode message, String method) {
        return !message.has("id") && message.path("method").asText().equals(method);
    }

    /**
     * What is answered when a server asks the hub: that it is there, and nothing else. The hub
     * lends tool servers neither a model nor a person.
     */
    static Optional<ObjectNode> answer(JsonNode message) {
        if (!message.has("id") || !message.has("method")) {
            return Optional.empty();
        }
        var answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", message.get("id"));
        if (message.path("method").asText().equals("ping")) {
            answer.putObject("result");
        } else {
            answer.putObject("error")
                    .put("code", METHOD_NOT_FOUND)
                    .put("message", "the hub offers nothing to tool servers");
        }
        return Optional.of(answer);
    }
}
