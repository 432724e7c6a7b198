package dev.parley.store;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes. It takes whatever has queued up while the last batch was being synced
 * and has it committed as one. Nothing lingers: a lone command is a batch of one.
 */
final class Writer {
    static final int MAX_BATCH = 512;
    static final long MAX_BATCH_BYTES = 4L << 20;
    static final long MAX_QUEUED_BYTES = 64L << 20;
    private static final long PROBE_MILLIS = 1_000;
    private static final long SPIN_NANOS = 100_000;
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

    private final Commits commits;
    private final BlockingQueue<Pending<?>> queue;
    private final AtomicLong queuedBytes = new AtomicLong();
    private final Thread thread;
    private volatile boolean atWork;
    private volatile boolean closing;
    private volatile boolean ended;

    Writer(Commits commits, int queueSize) {
        this.commits = commits;
        this.queue = new ArrayBlockingQueue<>(queueSize);
        this.thread = Thread.ofPlatform().name("parley-writer").unstarted(this::run);
    }

    void start() throws SQLException {
        commits.connect();
        thread.start();
    }

    <R> CompletableFuture<R> submit(Command<R> command) {
        var pending = new Pending<>(command);
        if (closing) {
            throw shuttingDown();
        }
        if (commits.health() == Health.STOPPED) {
            throw Commits.stopped();
        }
        long held = queuedBytes.addAndGet(pending.weight());
        if (held > MAX_QUEUED_BYTES || !queue.offer(pending)) {
            queuedBytes.addAndGet(-pending.weight());
            throw new ParleyException(
                    Problem.STORE_BUSY,
                    "the write queue is full; try again in a second",
                    Map.of("retry_after", 1));
        }
        if (ended) {
            failQueued();
        }
        return pending.answer();
    }

    boolean isAtWork() {
        return atWork;
    }

    int queued() {
        return queue.size();
    }

    /** Writes what is queued, then ends. */
    void close() throws InterruptedException {
        closing = true;
        // Rouses a writer that waits for work; one that does not has its queue to look at anyway.
        var _ = queue.offer(new Pending<>(_ -> true));
        thread.join();
    }

    private void run() {
        try {
            while (commits.health() != Health.STOPPED && !(closing && queue.isEmpty())) {
                var batch = next();
                atWork = !batch.isEmpty();
                commits.commit(batch);
                atWork = false;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Throwable bug) {
            LOG.atError().setCause(bug).log("the writer failed and the store has stopped");
            commits.stop();
        } finally {
            ended = true;
            failQueued();
            commits.disconnect();
        }
    }

    /** The next batch; an empty one when nothing came for a while. */
    private List<Pending<?>> next() throws InterruptedException {
        var batch = new ArrayList<Pending<?>>();
        long bytes = 0;
        spin();
        var first = queue.poll(PROBE_MILLIS, TimeUnit.MILLISECONDS);
        for (var next = first; next != null; next = queue.poll()) {
            batch.add(next);
            bytes += next.weight();
            if (batch.size() == MAX_BATCH || bytes >= MAX_BATCH_BYTES) {
                break;
            }
        }
        queuedBytes.addAndGet(-bytes);
        return batch;
    }

    /**
     * Looks for a moment before it lies down: whoever sends one message after the other sends the
     * next sooner than a sleeping thread could be woken.
     */
    private void spin() {
        long until = System.nanoTime() + SPIN_NANOS;
        while (queuedBytes.get() == 0 && System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private void failQueued() {
        for (var pending = queue.poll(); pending != null; pending = queue.poll()) {
            queuedBytes.addAndGet(-pending.weight());
            pending.fail(commits.health() == Health.STOPPED ? Commits.stopped() : shuttingDown());
        }
    }

    private static ParleyException shuttingDown() {
        return new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
    }
}
