package dev.parley.clock;

import dev.parley.protocol.ParleyException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does something over and over, on a thread of its own; what fails once is tried again. */
public final class Every implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Every.class);

    private final String name;
    private final Runnable round;
    private final ScheduledExecutorService thread;
    private final AtomicBoolean isAsked = new AtomicBoolean();

    /**
     * Begins.
     *
     * @param name what it is called in logs and among threads
     * @param first when to do it first, counted from now
     */
    public Every(String name, Duration first, Duration period, Runnable round) {
        this.name = name;
        this.round = round;
        this.thread =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("parley-" + name).daemon().factory());
        var _ =
                thread.scheduleWithFixedDelay(
                        this::attempt, first.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Does it at once as well, unless it is about to. */
    public void soon() {
        if (isAsked.compareAndSet(false, true)) {
            try {
                thread.execute(
                        () -> {
                            isAsked.set(false);
                            attempt();
                        });
            } catch (RejectedExecutionException _) {
                // It has ended.
            }
        }
    }

    private void attempt() {
        try {
            round.run();
        } catch (ParleyException failed) {
            LOG.atWarn()
                    .setCause(failed.getCause())
                    .addKeyValue("problem", failed.problem().slug())
                    .log("{} was cut short", name);
        } catch (RuntimeException bug) {
            LOG.atError().setCause(bug).log("{} failed", name);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
