package dev.parley.mcp.conformance;

import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.mcp.Watchable;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Something that changes when it is touched. */
final class Watched {
    private final Wakeups wakeups;
    private final Topic topic = Topic.Local.next();
    private final AtomicLong touched = new AtomicLong();

    Watched(Wakeups wakeups) {
        this.wakeups = wakeups;
    }

    void touch() {
        touched.incrementAndGet();
        wakeups.wake(List.of(topic));
    }

    long touched() {
        return touched.get();
    }

    Watchable watchable() {
        return new Watchable(Set.of(topic), () -> Long.toString(touched.get()));
    }
}
