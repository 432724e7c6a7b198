package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Ids;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.time.InstantSource;

/**
 * A worker's request for its next task. Repeated, it gets the lease that it got first.
 *
 * @param lease how long the worker may stay silent before the task is given to another
 * @param patience how long to wait for a task
 * @param key by which the hub recognises the repetition
 */
public record Claim(
        AgentName agent, Capabilities has, Duration lease, Duration patience, String key) {
    private static final Ids KEYS = Ids.random(InstantSource.system());

    public static Claim by(AgentName agent, Capabilities has, Duration lease, Duration patience) {
        return new Claim(agent, has, lease, patience, KEYS.next("claim"));
    }

    /** Another request for the same. */
    public Claim again() {
        return by(agent, has, lease, patience);
    }

    ObjectNode json() {
        var body = Json.object().put("agent_name", agent.value());
        var words = body.putArray("capabilities");
        has.words().forEach(words::add);
        return body.put("lease_seconds", Math.max(1, lease.toSeconds()))
                .put("wait", Target.seconds(patience));
    }
}
