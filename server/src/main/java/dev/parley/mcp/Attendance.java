package dev.parley.mcp;

import dev.parley.access.Principal;
import dev.parley.agent.Presence;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.ParleyException;
import dev.parley.store.table.InstanceState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which instances the door has seen. Where more of an agent are there than are remembered, a client
 * is served without being counted.
 */
record Attendance(Presence presence) {
    private static final Logger LOG = LoggerFactory.getLogger(Attendance.class);

    /** Whatever an instance asks for shows that it is there. */
    void seen(Client client) {
        try {
            presence.seen(client.principal(), client.instance());
        } catch (ParleyException uncounted) {
            note(uncounted);
        }
    }

    /** The same for as long as a stream is open. */
    Presence.Held hold(Client client) {
        try {
            return presence.hold(client.principal(), client.instance());
        } catch (ParleyException uncounted) {
            note(uncounted);
            return Presence.NOTHING;
        }
    }

    /** An instance that was nothing but a session is gone with it. */
    void left(Principal owner, InstanceId instance) {
        try {
            owner.speaksFor()
                    .ifPresent(agent -> presence.say(owner, agent, instance, InstanceState.END));
        } catch (ParleyException uncounted) {
            note(uncounted);
        }
    }

    private static void note(ParleyException uncounted) {
        LOG.debug("event=instance-uncounted problem={}", uncounted.problem().slug());
    }
}
