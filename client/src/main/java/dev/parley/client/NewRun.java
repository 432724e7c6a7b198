package dev.parley.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Wire;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A run to be opened.
 *
 * @param participants which agent holds which role
 */
public record NewRun(
        RunProtocol protocol, Map<String, AgentName> participants, Optional<SessionId> session) {
    public NewRun {
        participants = Map.copyOf(participants);
    }

    public static NewRun of(RunProtocol protocol) {
        return new NewRun(protocol, Map.of(), Optional.empty());
    }

    /** The same run with an agent in this role. */
    public NewRun with(String role, AgentName agent) {
        var more = new LinkedHashMap<>(participants);
        more.put(role, agent);
        return new NewRun(protocol, more, session);
    }

    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("protocol", Wire.name(protocol));
        var roles = json.putObject("participants");
        participants.forEach((role, agent) -> roles.put(role, agent.value()));
        session.ifPresent(id -> json.put("session_id", id.value()));
        return json;
    }
}
