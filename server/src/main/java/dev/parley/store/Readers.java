package dev.parley.store;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.sql.SQLException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A few platform threads, each with a connection of its own: SQLite's native calls would pin a
 * virtual thread's carrier, and a bounded pool is what a database wants anyway.
 */
final class Readers {
    static final int MAX_QUEUED = 4_096;
    private static final Logger LOG = LoggerFactory.getLogger(Readers.class);

    private final Dialect dialect;
    private final BooleanSupplier isWriting;
    private final ThreadPoolExecutor threads;
    private final Queue<Thread> started = new ConcurrentLinkedQueue<>();
    private final AtomicLong reads = new AtomicLong();

    Readers(Dialect dialect, int count, BooleanSupplier isWriting) {
        this.dialect = dialect;
        this.isWriting = isWriting;
        var numbers = new AtomicLong();
        this.threads =
                new ThreadPoolExecutor(
                        count,
                        count,
                        0,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(MAX_QUEUED),
                        work -> {
                            var name = "parley-reader-" + numbers.incrementAndGet();
                            var thread = new ReaderThread(work, name);
                            started.add(thread);
                            return thread;
                        });
    }

    <R> CompletableFuture<R> submit(Query<R> query) {
        var answer = new CompletableFuture<R>();
        try {
            threads.execute(() -> answer(query, answer));
        } catch (RejectedExecutionException _) {
            throw threads.isShutdown()
                    ? new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down")
                    : new ParleyException(
                            Problem.STORE_BUSY,
                            "too many reads are waiting; try again in a second",
                            Map.of("retry_after", 1));
        }
        return answer;
    }

    long reads() {
        return reads.get();
    }

    /** Ends when the last connection is closed, so that nobody touches the database afterwards. */
    void close() throws InterruptedException {
        threads.shutdown();
        if (threads.awaitTermination(30, TimeUnit.SECONDS)) {
            for (var thread : started) {
                thread.join();
            }
        }
    }

    private <R> void answer(Query<R> query, CompletableFuture<R> answer) {
        reads.incrementAndGet();
        var thread = (ReaderThread) Thread.currentThread();
        try {
            answer.complete(thread.read(query));
        } catch (SQLException error) {
            thread.disconnect();
            LOG.atError().setCause(error).log("a read failed");
            answer.completeExceptionally(
                    dialect.classify(error) == Failure.UNREACHABLE
                            ? new ParleyException(
                                    Problem.STORE_UNREACHABLE, "the database cannot be reached")
                            : new ParleyException(Problem.INTERNAL, "a read failed", error));
        } catch (Throwable refusal) {
            answer.completeExceptionally(refusal);
        }
    }

    /** A thread and the connection that only it uses. */
    private final class ReaderThread extends Thread {
        private @Nullable Sql sql;

        ReaderThread(Runnable work, String name) {
            super(work, name);
            setDaemon(true);
        }

        @Override
        public void run() {
            try {
                super.run();
            } finally {
                disconnect();
            }
        }

        <R> R read(Query<R> query) throws SQLException {
            var open = sql;
            if (open == null) {
                open = dialect.openReader();
                open.yieldWhile(isWriting);
                sql = open;
            }
            try {
                return query.read(open);
            } finally {
                open.connection().commit();
            }
        }

        void disconnect() {
            var open = sql;
            sql = null;
            try {
                if (open != null) {
                    open.close();
                }
            } catch (SQLException error) {
                LOG.atDebug().setCause(error).log("closing a reader's connection failed");
            }
        }
    }
}
