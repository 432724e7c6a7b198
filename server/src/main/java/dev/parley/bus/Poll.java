package dev.parley.bus;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds, once a second, what other nodes have changed: a single query over everything that is
 * watched here, however many wait, and none while nobody does. Whatever wake-ups get lost cost a
 * second.
 */
public final class Poll implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final Logger LOG = LoggerFactory.getLogger(Poll.class);

    private final Wakeups wakeups;
    private final Heads heads;
    private final Thread thread;
    private Map<Topic, Long> known = new HashMap<>();

    public Poll(Wakeups wakeups, Heads heads) {
        this.wakeups = wakeups;
        this.heads = heads;
        this.thread = Thread.ofPlatform().name("parley-poll").daemon().unstarted(this::run);
    }

    public Poll start() {
        thread.start();
        return this;
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(PERIOD);
                look();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Wakes whoever watches something that has changed since the last look, or is new to it. */
    void look() {
        var watched = wakeups.watched();
        if (watched.isEmpty()) {
            known.clear();
            return;
        }
        try {
            var now = heads.read(watched);
            var before = known;
            known = now;
            wakeups.wake(
                    watched.stream()
                            .filter(topic -> !Objects.equals(before.get(topic), now.get(topic)))
                            .toList());
        } catch (RuntimeException failed) {
            LOG.atWarn().setCause(failed).log("looking for changes of other nodes failed");
            known = new HashMap<>();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
