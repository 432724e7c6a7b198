package dev.parley.store.sqlite;

import dev.parley.store.Sql;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves what the write-ahead log holds into the database, on a thread of its own so that no commit
 * pays for it. A writer that never rests would let the log grow without end; when it has grown too
 * long, the writer is asked to wait until the log can begin anew.
 */
final class Checkpoints {
    private static final long PERIOD_MILLIS = 200;
    private static final long MAX_WAL_BYTES = 64L << 20;
    private static final long MAX_YIELD_MILLIS = 5_000;
    private static final long PAGE_BYTES = 4_096;
    private static final Logger LOG = LoggerFactory.getLogger(Checkpoints.class);

    private final Sql sql;
    private final Thread thread;
    private final AtomicReference<@Nullable CountDownLatch> restart = new AtomicReference<>();
    private volatile boolean dirty;
    private volatile boolean closing;

    Checkpoints(Sql sql) {
        this.sql = sql;
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
        long pages = pages("PRAGMA wal_checkpoint(PASSIVE)");
        if (pages * PAGE_BYTES > MAX_WAL_BYTES) {
            var done = new CountDownLatch(1);
            restart.set(done);
            try {
                pages("PRAGMA wal_checkpoint(RESTART)");
            } finally {
                restart.set(null);
                done.countDown();
            }
        }
    }

    /** How many pages the log holds after the checkpoint. */
    private long pages(String checkpoint) throws SQLException {
        try (var statement = sql.connection().createStatement();
                var result = statement.executeQuery(checkpoint)) {
            return result.next() ? result.getLong(2) : 0;
        }
    }
}
