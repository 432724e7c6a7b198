package dev.parley.access;

import dev.parley.bus.Topic;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whoever stands behind a credential.
 *
 * @param tokenId the public id of the token it came with
 * @param name the agent's or person's name
 * @param agent the agent it speaks for; null for people, owner and observers
 * @param session the only session in which it speaks; null when it is not held to one
 * @param login the console session that stands for the token; null when it came with the token
 */
public record Principal(
        String tokenId,
        Space space,
        Role role,
        String name,
        @Nullable AgentName agent,
        @Nullable SessionId session,
        @Nullable String login) {
    public Principal(
            String tokenId, Space space, Role role, String name, @Nullable AgentName agent) {
        this(tokenId, space, role, name, agent, null, null);
    }

    /** An agent in one of its sessions. */
    public Principal in(SessionId one) {
        return new Principal(tokenId, space, role, name, agent, one, login);
    }

    /** The same at the console. */
    Principal at(String console) {
        return new Principal(tokenId, space, role, name, agent, session, console);
    }

    Principal with(String token) {
        return new Principal(token, space, role, name, agent, session, login);
    }

    /** What is told when it may be let in no more. */
    public Set<Topic> endings() {
        var token = new Topic.Token(tokenId);
        return login == null ? Set.of(token) : Set.of(token, new Topic.Login(login));
    }

    public boolean may(Permission permission) {
        return role.may(permission);
    }

    /** Refuses whoever may not, and says who may. */
    public void require(Permission permission) {
        if (!may(permission)) {
            var able =
                    Arrays.stream(Role.values())
                            .filter(other -> other.may(permission))
                            .map(Wire::name)
                            .toList();
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "this needs a token of "
                            + (able.size() == 1 ? "the role " : "one of the roles ")
                            + String.join(", ", able)
                            + "; yours is "
                            + Wire.name(role));
        }
    }

    public Optional<AgentName> speaksFor() {
        return Optional.ofNullable(agent);
    }

    /** The session that it is held to, which no other may be named for. */
    public Optional<SessionId> heldTo() {
        return Optional.ofNullable(session);
    }

    /**
     * Refuses whoever may only look after a space of its own: the hub as a whole belongs to the
     * owner of the default space.
     */
    public void requireHubOwner() {
        if (role != Role.OWNER || !space.equals(Space.DEFAULT)) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "this reaches beyond space " + space + "; only the owner of the hub may do it");
        }
    }

    /** How the log names it: {@code agent:worker}, {@code owner:owner}, {@code person:ann}. */
    public String label() {
        return (role.isAgent() ? "agent" : Wire.name(role)) + ':' + name;
    }
}
