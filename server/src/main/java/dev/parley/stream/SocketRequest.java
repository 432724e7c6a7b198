package dev.parley.stream;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.TopicPattern;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a client of the WebSocket asks for. */
sealed interface SocketRequest {
    /** Who it is; for those who cannot send a header. */
    record Auth(String token) implements SocketRequest {}

    /** To be told of these, after what it has seen if it says so. */
    record Subscribe(Subjects subjects, Optional<String> after) implements SocketRequest {}

    /** Not to be told of these any more. */
    record Unsubscribe(Subjects subjects) implements SocketRequest {}

    /** Whether anybody is there. */
    record Ping() implements SocketRequest {}

    /** What can be subscribed to. */
    record Subjects(
            List<RunId> runs,
            List<SessionId> sessions,
            List<AgentName> agents,
            List<TopicPattern> topics) {
        boolean isEmpty() {
            return runs.isEmpty() && sessions.isEmpty() && agents.isEmpty() && topics.isEmpty();
        }

        ObjectNode write() {
            var out = Json.object();
            var toRuns = out.putArray("runs");
            runs.forEach(run -> toRuns.add(run.value()));
            var toSessions = out.putArray("sessions");
            sessions.forEach(session -> toSessions.add(session.value()));
            var toAgents = out.putArray("agents");
            agents.forEach(agent -> toAgents.add(agent.value()));
            var toTopics = out.putArray("topics");
            topics.forEach(topic -> toTopics.add(topic.value()));
            return out;
        }
    }

    static SocketRequest read(String text) {
        var fields = Fields.of(Json.parseObject(text));
        var op = fields.requiredText("op");
        return switch (op) {
            case "auth" -> new Auth(fields.requiredText("token"));
            case "subscribe" ->
                    new Subscribe(subjects(fields), Optional.ofNullable(fields.text("after")));
            case "unsubscribe" -> new Unsubscribe(subjects(fields));
            case "ping" -> new Ping();
            default ->
                    throw new ParleyException(
                            Problem.BAD_VALUE, "op must be auth, subscribe, unsubscribe or ping");
        };
    }

    private static Subjects subjects(Fields fields) {
        var subjects =
                new Subjects(
                        names(fields, "runs").stream().map(RunId::new).toList(),
                        names(fields, "sessions").stream().map(SessionId::new).toList(),
                        names(fields, "agents").stream().map(AgentName::new).toList(),
                        names(fields, "topics").stream().map(TopicPattern::new).toList());
        if (subjects.isEmpty()) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "name the runs, sessions, agents or topics in an array of that name");
        }
        return subjects;
    }

    private static List<String> names(Fields fields, String name) {
        var array = fields.array(name);
        var names = new ArrayList<String>();
        if (array != null) {
            for (var element : array) {
                if (!element.isTextual()) {
                    throw new ParleyException(Problem.BAD_VALUE, name + " must hold names only");
                }
                names.add(element.textValue());
            }
        }
        return names;
    }
}
