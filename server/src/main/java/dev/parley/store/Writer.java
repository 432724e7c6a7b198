package dev.parley.store;

import dev.parley.bus.Topic;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that writes. It takes whatever has queued up while the last batch was being
 * synced, decides it command by command, commits once, and only then answers anybody. Nothing
 * lingers: a lone command is a batch of one.
 */
final class Writer {
    static final int MAX_BATCH = 512;
    static final long MAX_BATCH_BYTES = 4L << 20;
    static final long MAX_QUEUED_BYTES = 64L << 20;
    private static final long PROBE_MILLIS = 1_000;
    private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

    private final Dialect dialect;
    private final InstantSource clock;
    private final Consumer<Set<Topic>> wake;
    private final BlockingQueue<Pending<?>> queue;
    private final AtomicLong queuedBytes = new AtomicLong();
    private final Thread thread;
    private final AtomicLong batches = new AtomicLong();
    private final AtomicLong commands = new AtomicLong();
    private volatile Health health = Health.OK;
    private volatile boolean closing;
    private volatile boolean ended;
    private @Nullable Sql sql;

    Writer(Dialect dialect, InstantSource clock, int queueSize, Consumer<Set<Topic>> wake) {
        this.dialect = dialect;
        this.clock = clock;
        this.wake = wake;
        this.queue = new ArrayBlockingQueue<>(queueSize);
        this.thread = Thread.ofPlatform().name("parley-writer").unstarted(this::run);
    }

    void start() throws SQLException {
        sql = dialect.openWriter();
        thread.start();
    }

    <R> CompletableFuture<R> submit(Command<R> command) {
        var pending = new Pending<>(command);
        if (closing) {
            throw shuttingDown();
        }
        if (health == Health.STOPPED) {
            throw stopped();
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

    Health health() {
        return health;
    }

    long batches() {
        return batches.get();
    }

    long commands() {
        return commands.get();
    }

    int queued() {
        return queue.size();
    }

    /** Writes what is queued, then ends. */
    void close() throws InterruptedException {
        closing = true;
        thread.join();
    }

    private void run() {
        try {
            while (health != Health.STOPPED && !(closing && queue.isEmpty())) {
                var batch = next();
                if (!batch.isEmpty()) {
                    commit(batch);
                } else if (health == Health.FULL) {
                    probe();
                }
                dialect.rest();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Throwable bug) {
            LOG.atError().setCause(bug).log("the writer failed and the store has stopped");
            health = Health.STOPPED;
        } finally {
            ended = true;
            failQueued();
            closeConnection();
        }
    }

    private List<Pending<?>> next() throws InterruptedException {
        var batch = new ArrayList<Pending<?>>();
        var first = queue.poll(PROBE_MILLIS, TimeUnit.MILLISECONDS);
        long bytes = 0;
        for (var next = first; next != null; next = queue.poll()) {
            batch.add(next);
            bytes += next.weight();
            if (batch.size() == MAX_BATCH || bytes >= MAX_BATCH_BYTES) {
                break;
            }
        }
        queuedBytes.addAndGet(-batch.stream().mapToLong(Pending::weight).sum());
        return batch;
    }

    /** Commits the batch as one; if some statement is not acceptable, each command on its own. */
    private void commit(List<Pending<?>> batch) {
        try {
            attempt(batch);
        } catch (SQLException error) {
            rollback();
            var failure = dialect.classify(error);
            if (failure == Failure.REFUSED && batch.size() > 1) {
                LOG.atWarn().setCause(error).log("a batch was refused; replaying it one by one");
                batch.forEach(pending -> commit(List.of(pending)));
            } else {
                fail(batch, failure, error);
            }
        } catch (Replay _) {
            rollback();
            if (batch.size() > 1) {
                batch.forEach(pending -> commit(List.of(pending)));
            } else {
                batch.forEach(Pending::settle);
            }
        }
    }

    private void attempt(List<Pending<?>> batch) throws SQLException {
        var connection = connection();
        var touches = new Touches();
        batch.forEach(pending -> pending.command().touches(touches));
        var tx = new Tx(connection, clock.instant());
        dialect.begin(connection, touches, tx);
        for (var pending : batch) {
            if (!pending.decide(tx)) {
                throw new Replay();
            }
        }
        tx.write();
        dialect.commit(connection);
        batches.incrementAndGet();
        commands.addAndGet(batch.size());
        if (health == Health.FULL) {
            LOG.info("there is room again; writing resumes");
        }
        health = Health.OK;
        if (!tx.topics().isEmpty()) {
            wake.accept(tx.topics());
        }
        batch.forEach(Pending::settle);
    }

    private void fail(List<Pending<?>> batch, Failure failure, SQLException error) {
        var reason =
                switch (failure) {
                    case REFUSED ->
                            new ParleyException(Problem.INTERNAL, "refused by the store", error);
                    case FULL ->
                            new ParleyException(
                                    Problem.STORE_FULL,
                                    "the disk is full; nothing of this was stored",
                                    Map.of("retry_after", 5));
                    case UNREACHABLE ->
                            new ParleyException(
                                    Problem.STORE_UNREACHABLE, "the database cannot be reached");
                    case UNKNOWN, BROKEN ->
                            new ParleyException(
                                    Problem.OUTCOME_UNKNOWN,
                                    "the store failed in the middle of this; retry it with the"
                                            + " same id");
                };
        LOG.atError().setCause(error).addKeyValue("failure", failure).log("a batch was not stored");
        switch (failure) {
            case REFUSED -> {}
            case FULL -> health = Health.FULL;
            case UNREACHABLE, UNKNOWN -> {
                health = Health.UNREACHABLE;
                closeConnection();
            }
            case BROKEN -> health = Health.STOPPED;
        }
        batch.forEach(pending -> pending.fail(reason));
    }

    /** While there is no room: tries a small write now and then, so that health tells the truth. */
    private void probe() {
        commit(List.of(new Pending<>(Meta.probe(clock.instant()))));
    }

    private Sql connection() throws SQLException {
        var open = sql;
        if (open == null || open.connection().isClosed()) {
            open = dialect.openWriter();
            sql = open;
        }
        return open;
    }

    private void rollback() {
        var open = sql;
        try {
            if (open != null) {
                open.connection().rollback();
            }
        } catch (SQLException error) {
            LOG.atWarn().setCause(error).log("rolling back failed; opening a new connection");
            closeConnection();
        }
    }

    private void closeConnection() {
        var open = sql;
        sql = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (SQLException error) {
            LOG.atDebug().setCause(error).log("closing the writer's connection failed");
        }
    }

    private void failQueued() {
        for (var pending = queue.poll(); pending != null; pending = queue.poll()) {
            queuedBytes.addAndGet(-pending.weight());
            pending.fail(health == Health.STOPPED ? stopped() : shuttingDown());
        }
    }

    private static ParleyException shuttingDown() {
        return new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
    }

    private static ParleyException stopped() {
        return new ParleyException(
                Problem.STORE_STOPPED,
                "the store stopped after a failure of the disk; restart the hub, then retry");
    }

    /** A command was refused after some of its rows had been written. */
    private static final class Replay extends RuntimeException {
        Replay() {
            super(null, null, false, false);
        }
    }
}
