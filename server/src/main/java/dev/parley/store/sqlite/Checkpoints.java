package dev.parley.store.sqlite;

import dev.parley.store.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves what the write-ahead log holds into the database, on a thread of its own so that no commit
 * pays for it. A writer that never rests would let the log grow without end; when it has grown too
 * long, the writer is asked to wait a moment until the log can begin anew. A reader that stays
 * keeps it from that; then the log grows on, and it is tried again a little later.
 */
final class Checkpoints {
    static final long MAX_WAL_BYTES = 64L << 20;
    private static final long PERIOD_MILLIS = 200;
    private static final long MAX_YIELD_MILLIS = 1_000;
    private static final long PAGE_BYTES = 4_096;

    /** How long a restart waits for readers, holding the writer's lock. */
    private static final int READERS_MILLIS = 50;

    /** How long it is left alone after readers were in its way. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    private final Sql sql;
    private final long maxWalBytes;
    private final Thread thread;
    private final AtomicReference<@Nullable CountDownLatch> restart = new AtomicReference<>();
    private long pausedUntil = System.nanoTime();
    private volatile boolean dirty;
    private volatile boolean closing;

    Checkpoints(Sql sql, long maxWalBytes) throws SQLException {
        this.sql = sql;
        this.maxWalBytes = maxWalBytes;
        sql.execute("PRAGMA busy_timeout = " + READERS_MILLIS);
        this.thread = Thread.ofPlatform().name("parley-checkpoints").daemon().start(this::run);
    }

    /** Called by the writer between two batches. */
    void afterBatch() throws InterruptedException {
        dirty = true;
        var wanted = restart.get();
        if (wanted != null) {
            wanted.await(MAX_YIELD_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    void close() throws SQLException {
        closing = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        sql.close();
    }

    private void run() {
        while (!closing) {
            try {
                Thread.sleep(PERIOD_MILLIS);
                if (dirty) {
                    dirty = false;
                    checkpoint();
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            } catch (SQLException error) {
                LOG.atWarn().setCause(error).log("a checkpoint failed; it will be tried again");
            }
        }
    }

    private void checkpoint() throws SQLException {
        var state = checkpoint("PASSIVE");
        if (state.pages * PAGE_BYTES <= maxWalBytes || System.nanoTime() < pausedUntil) {
            return;
        }
        var done = new CountDownLatch(1);
        restart.set(done);
        try {
            if (checkpoint("RESTART").busy) {
                pausedUntil = System.nanoTime() + PAUSE.toNanos();
            }
        } finally {
            restart.set(null);
            done.countDown();
        }
    }

    /** What a checkpoint found: whether somebody was in its way, and how long the log is. */
    private record State(boolean busy, long pages) {}

    private State checkpoint(String mode) throws SQLException {
        try (var statement = sql.connection().createStatement();
                var result = statement.executeQuery("PRAGMA wal_checkpoint(" + mode + ")")) {
            return result.next()
                    ? new State(result.getLong(1) != 0, result.getLong(2))
                    : new State(false, 0);
        }
    }
}
