package dev.parley.agent;

import dev.parley.protocol.ParleyException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks, every few seconds, who still holds a stream or a wait open. */
public final class Attendance implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(5);
    private static final Logger LOG = LoggerFactory.getLogger(Attendance.class);

    private final Presence presence;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("parley-presence").daemon().factory());

    public Attendance(Presence presence) {
        this.presence = presence;
    }

    public void start() {
        long every = PERIOD.toSeconds();
        var _ = thread.scheduleWithFixedDelay(this::round, every, every, TimeUnit.SECONDS);
    }

    private void round() {
        try {
            presence.refresh();
        } catch (ParleyException failed) {
            LOG.atWarn()
                    .addKeyValue("problem", failed.problem().slug())
                    .log("who is there could not be kept");
        } catch (RuntimeException bug) {
            LOG.atError().setCause(bug).log("looking who is there failed");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
