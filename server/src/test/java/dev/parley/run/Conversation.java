package dev.parley.run;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.protocol.codec.Json;

/** A run under test, and how its participants speak in it. */
record Conversation(String run, Caller observer) {
    /** What somebody sends: a kind, to whom, and further fields as JSON without braces. */
    Reply send(Caller from, String kind, String to, String more) {
        var body =
                "{\"kind\":\"%s\",\"to\":\"%s\"%s}"
                        .formatted(kind, to, more.isEmpty() ? "" : "," + more);
        return from.post(path("/messages"), body);
    }

    Reply send(Caller from, String kind, String to) {
        return send(from, kind, to, "");
    }

    /** The same, which must be taken; its message id. */
    String say(Caller from, String kind, String to, String more) {
        return send(from, kind, to, more).expect(201).text("message_id");
    }

    String say(Caller from, String kind, String to) {
        return say(from, kind, to, "");
    }

    static String about(String message) {
        return "\"parent_id\":" + Json.write(Json.array().add(message).get(0));
    }

    String state(String agent) {
        return now().json().path("agent_states").path(agent).asText("idle");
    }

    String status() {
        return now().text("status");
    }

    Reply now() {
        return observer.get(path("")).expect(200);
    }

    String path(String rest) {
        return "/api/runs/" + run + rest;
    }
}
