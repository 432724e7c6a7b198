package dev.parley.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import java.util.Optional;
import java.util.OptionalInt;

/** A token to be issued. */
public record NewToken(
        Optional<AgentName> agent,
        Optional<String> person,
        String role,
        Optional<Space> space,
        OptionalInt expiresInDays) {
    /** For an agent: {@code worker} or {@code manager}. */
    public static NewToken forAgent(AgentName agent, String role) {
        return new NewToken(
                Optional.of(agent), Optional.empty(), role, Optional.empty(), OptionalInt.empty());
    }

    /** For a person: {@code person}, {@code observer} or {@code owner}. */
    public static NewToken forPerson(String person, String role) {
        return new NewToken(
                Optional.empty(), Optional.of(person), role, Optional.empty(), OptionalInt.empty());
    }

    public NewToken in(Space other) {
        return new NewToken(agent, person, role, Optional.of(other), expiresInDays);
    }

    public NewToken expiringInDays(int days) {
        return new NewToken(agent, person, role, space, OptionalInt.of(days));
    }

    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode().put("role", role);
        agent.ifPresent(name -> json.put("agent", name.value()));
        person.ifPresent(name -> json.put("person", name));
        space.ifPresent(name -> json.put("space", name.value()));
        expiresInDays.ifPresent(days -> json.put("expires_in_days", days));
        return json;
    }
}
