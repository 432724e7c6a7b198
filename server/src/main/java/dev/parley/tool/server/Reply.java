package dev.parley.tool.server;

import com.fasterxml.jackson.databind.JsonNode;

/** What a server has answered to a request. */
sealed interface Reply {
    record Result(JsonNode value) implements Reply {}

    record Refusal(int code, String message) implements Reply {}

    /** More than anybody wants to keep. */
    record TooLarge(long limit) implements Reply {}

    /** The server has forgotten whom it talks to, and has not looked at the request. */
    record Forgotten() implements Reply {}

    /** What an answer in JSON-RPC says. */
    static Reply of(JsonNode message) {
        var error = message.get("error");
        return error == null
                ? new Result(message.path("result"))
                : new Refusal(error.path("code").asInt(), error.path("message").asText());
    }
}
