package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.ProblemJson;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A message of JSON-RPC. */
sealed interface Rpc {
    /** What the protocol gives a meaning; any other problem is told by its name in the data. */
    Set<Integer> CODES = Set.of(-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022);

    int INVALID_PARAMS = -32602;
    int INTERNAL = -32603;

    /** Wants an answer. */
    record Request(JsonNode id, String method, ObjectNode params) implements Rpc {}

    /** Wants none. */
    record Notification(String method, ObjectNode params) implements Rpc {}

    /** Answers what the hub has asked. */
    record Response(String id, @Nullable ObjectNode result, String error) implements Rpc {}

    static Rpc read(JsonNode json) {
        if (!(json instanceof ObjectNode message)) {
            throw malformed("a message must be one JSON object; batches are not taken here");
        }
        if (!message.path("jsonrpc").asText().equals("2.0")) {
            throw malformed("a message says \"jsonrpc\":\"2.0\"");
        }
        var id = message.get("id");
        var method = message.get("method");
        if (method == null) {
            return response(message, id);
        }
        if (!method.isTextual()) {
            throw malformed("method must be a string");
        }
        if (id == null) {
            return new Notification(method.textValue(), params(message));
        }
        if (!id.isTextual() && !id.isIntegralNumber()) {
            throw malformed("id must be a string or a whole number");
        }
        return new Request(id, method.textValue(), params(message));
    }

    private static Rpc response(ObjectNode message, @Nullable JsonNode id) {
        if (id == null || !(message.has("result") || message.has("error"))) {
            throw malformed("a message has a method, or else an id and a result or an error");
        }
        return new Response(
                id.asText(),
                message.get("result") instanceof ObjectNode result ? result : null,
                message.path("error").path("message").asText());
    }

    private static ObjectNode params(ObjectNode message) {
        var params = message.get("params");
        if (params == null || params.isNull()) {
            return Json.object();
        }
        if (params instanceof ObjectNode object) {
            return object;
        }
        throw malformed("params must be an object");
    }

    private static ParleyException malformed(String detail) {
        return new ParleyException(Problem.BAD_REQUEST, detail);
    }

    static ObjectNode result(JsonNode id, ObjectNode result) {
        var message = message();
        message.set("id", id);
        message.set("result", result);
        return message;
    }

    static ObjectNode error(@Nullable JsonNode id, ParleyException problem) {
        var message = message();
        if (id != null) {
            message.set("id", id);
        }
        var error = message.putObject("error");
        error.put("code", code(problem.problem())).put("message", problem.detail());
        error.set(
                "data",
                ProblemJson.write(problem)
                        .remove(List.of("type", "title", "status", "detail", "message", "error")));
        return message;
    }

    /** The protocol keeps all other numbers for itself. */
    private static int code(Problem problem) {
        if (CODES.contains(problem.rpcCode())) {
            return problem.rpcCode();
        }
        return problem.status() < 500 ? INVALID_PARAMS : INTERNAL;
    }

    static ObjectNode notification(String method, ObjectNode params) {
        var message = message().put("method", method);
        message.set("params", params);
        return message;
    }

    static ObjectNode request(String id, Input input) {
        var message = message().put("id", id);
        message.setAll(input.json());
        return message;
    }

    private static ObjectNode message() {
        return Json.object().put("jsonrpc", "2.0");
    }
}
