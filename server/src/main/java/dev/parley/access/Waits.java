package dev.parley.access;

import dev.parley.bus.Topic;
import dev.parley.bus.Waiting;
import dev.parley.bus.Wakeups;
import java.time.Duration;
import java.util.Set;

/** Waits on behalf of somebody, which end when their token is revoked. */
public final class Waits {
    private final Wakeups wakeups;
    private final Tokens tokens;

    public Waits(Wakeups wakeups, Tokens tokens) {
        this.wakeups = wakeups;
        this.tokens = tokens;
    }

    public Waiting on(Principal caller, Topic topic, Duration atMost) {
        return new Waiting(
                wakeups,
                Set.of(topic, new Topic.Token(caller.tokenId())),
                atMost,
                () -> tokens.requireInForce(caller));
    }
}
