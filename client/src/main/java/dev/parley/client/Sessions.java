package dev.parley.client;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.codec.Json;

/** Sessions: durable conversations with one agent each. */
public final class Sessions {
    private final Transport transport;

    Sessions(Transport transport) {
        this.transport = transport;
    }

    public SessionId open(AgentName agent) {
        var body = Json.object().put("agent", agent.value());
        var answer = transport.postOnce(Target.of("api", "sessions"), body);
        return new SessionId(answer.text("sessionId"));
    }

    /** Says something there; the answer comes later, and stands in the session's history. */
    public void say(SessionId session, String message) {
        var target = Target.of("api", "sessions", session.value(), "messages");
        transport.postOnce(target, Json.object().put("message", message));
    }
}
