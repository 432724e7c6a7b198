package dev.parley.tool.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.program.JsonRpc;
import dev.parley.protocol.codec.Json;
import java.util.Optional;

/** Messages of JSON-RPC as MCP uses them. */
final class Rpc {
    private Rpc() {}

    /** A request that also asks to be told how far it is. */
    static ObjectNode request(long id, String method, ObjectNode params) {
        var sent = params.deepCopy();
        sent.withObject("_meta").put("progressToken", id);
        return JsonRpc.request(id, method, sent);
    }

    static boolean isAnswerTo(JsonNode message, long id) {
        return JsonRpc.isAnswer(message) && message.path("id").asLong() == id;
    }

    /**
     * What is answered when a server asks the hub: that it is there, and nothing else. The hub
     * lends tool servers neither a model nor a person.
     */
    static Optional<ObjectNode> answer(JsonNode message) {
        if (!JsonRpc.isRequest(message)) {
            return Optional.empty();
        }
        return Optional.of(
                message.path("method").asText().equals("ping")
                        ? JsonRpc.result(message, Json.object())
                        : JsonRpc.methodNotFound(
                                message, "the hub offers nothing to tool servers"));
    }
}
