package dev.parley.operate;

import dev.parley.agent.Presence;
import dev.parley.protocol.ParleyException;
import dev.parley.store.Store;
import dev.parley.store.blob.Blobs;
import dev.parley.store.table.AnswerTable;
import dev.parley.store.table.Once;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forgets, little by little, what nobody needs any more. */
public final class Upkeep implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofMinutes(10);
    private static final int PAGE = 200;
    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    private final Store store;
    private final Blobs blobs;
    private final Presence presence;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("parley-upkeep").daemon().factory());

    public Upkeep(Store store, Blobs blobs, Presence presence) {
        this.store = store;
        this.blobs = blobs;
        this.presence = presence;
    }

    public void start() {
        var _ = thread.scheduleWithFixedDelay(this::round, 1, PERIOD.toMinutes(), TimeUnit.MINUTES);
    }

    /** Does everything that is due, in small commands between which others get their turn. */
    void round() {
        try {
            while (forgetAnswers() == PAGE || blobs.collect() > 0 || presence.forget()) {
                LOG.debug("forgetting goes on");
            }
            blobs.sweep();
        } catch (ParleyException failed) {
            LOG.atWarn()
                    .addKeyValue("problem", failed.problem().slug())
                    .log("upkeep was cut short");
        } catch (RuntimeException bug) {
            LOG.atError().setCause(bug).log("upkeep failed");
        }
    }

    private int forgetAnswers() {
        return store.write(
                tx -> AnswerTable.TABLE.forget(tx.sql(), tx.now().minus(Once.REMEMBERED), PAGE));
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
