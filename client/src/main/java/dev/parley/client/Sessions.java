package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.codec.Json;
import java.util.List;

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

    public SessionView get(SessionId session) {
        return SessionView.read(transport.get(at(session)));
    }

    /** The newest sessions first. */
    public Page<SessionView> list(int limit) {
        var answer = transport.get(Target.of("api", "sessions").with("limit", limit));
        return new Page<>(
                answer.list("items").stream().map(SessionView::read).toList(),
                answer.maybeText("next"));
    }

    /** What was said there after a place in its log, in order. */
    public List<ObjectNode> history(SessionId session, long after, int limit) {
        var target =
                Target.of("api", "sessions", session.value(), "messages")
                        .with("after", after)
                        .with("limit", limit);
        return transport.get(target).list("items").stream().map(Answer::json).toList();
    }

    /** Stops what its agent is at; false when it was at nothing. What waits comes next. */
    public boolean stop(SessionId session) {
        var target = Target.of("api", "sessions", session.value(), "stop");
        return transport.postOnce(target, Json.object()).flag("stopped");
    }

    /** Closes it for good; what is under way or waits is called off. */
    public void close(SessionId session) {
        transport.delete(at(session));
    }

    private static Target at(SessionId session) {
        return Target.of("api", "sessions", session.value());
    }
}
