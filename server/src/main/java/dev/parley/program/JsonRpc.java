package dev.parley.program;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;

/** Messages of JSON-RPC 2.0. */
public final class JsonRpc {
    private static final int METHOD_NOT_FOUND = -32601;

    private JsonRpc() {}

    public static ObjectNode request(long id, String method, ObjectNode params) {
        return Json.object()
                .put("jsonrpc", "2.0")
                .put("id", id)
                .put("method", method)
                .set("params", params);
    }

    public static ObjectNode notification(String method, ObjectNode params) {
        return Json.object().put("jsonrpc", "2.0").put("method", method).set("params", params);
    }

    /** What is answered to a request. */
    public static ObjectNode result(JsonNode request, ObjectNode value) {
        return answer(request).set("result", value);
    }

    /** The answer to a request of which one knows nothing. */
    public static ObjectNode methodNotFound(JsonNode request, String words) {
        var answer = answer(request);
        answer.putObject("error").put("code", METHOD_NOT_FOUND).put("message", words);
        return answer;
    }

    private static ObjectNode answer(JsonNode request) {
        var answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        return answer;
    }

    public static boolean isAnswer(JsonNode message) {
        return !message.has("method") && (message.has("result") || message.has("error"));
    }

    public static boolean isRequest(JsonNode message) {
        return message.has("id") && message.has("method");
    }

    public static boolean isNotification(JsonNode message, String method) {
        return !message.has("id") && message.path("method").asText().equals(method);
    }
}
