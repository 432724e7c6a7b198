package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.SessionId;
import java.util.Optional;

/**
 * Whoever is on the other side.
 *
 * @param principal whose token it came with
 * @param instance which running copy of its agent it is: as {@code X-Parley-Instance} says, else
 *     the session of the old protocol, else the only one
 * @param session the durable session that it works in, as {@code X-Parley-Session} says
 * @param name what the program calls itself, to be shown and not to be believed
 * @param version of the protocol that it speaks
 * @param capabilities what it can be asked for
 */
public record Client(
        Principal principal,
        InstanceId instance,
        Optional<SessionId> session,
        String name,
        String version,
        ObjectNode capabilities) {
    /** The agent that it speaks for; nobody for people, owner and observers. */
    public Optional<AgentName> agent() {
        return principal.speaksFor();
    }

    /** Whether it said that it can be asked for this, such as {@code elicitation}. */
    public boolean can(String capability) {
        return capabilities.path(capability).isObject();
    }
}
