package dev.parley.access;

import dev.parley.bus.Topic;
import dev.parley.bus.Waiting;
import dev.parley.bus.Wakeups;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Waits on behalf of somebody, which end when they are let in no more or are gone. */
public final class Waits {
    private final Wakeups wakeups;
    private final Tokens tokens;

    public Waits(Wakeups wakeups, Tokens tokens) {
        this.wakeups = wakeups;
        this.tokens = tokens;
    }

    public Waiting on(Principal caller, Topic topic, Duration atMost) {
        return on(caller, Set.of(topic), atMost);
    }

    /** Waits for any of these. */
    public Waiting on(Principal caller, Set<? extends Topic> topics, Duration atMost) {
        var all = new HashSet<Topic>(topics);
        all.addAll(caller.endings());
        var listening = Listening.current();
        listening.ifPresent(asked -> all.add(asked.topic()));
        return new Waiting(
                wakeups,
                Set.copyOf(all),
                atMost,
                () -> tokens.requireInForce(caller),
                () -> listening.isPresent() && listening.get().isOver());
    }
}
