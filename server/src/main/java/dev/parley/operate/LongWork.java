package dev.parley.operate;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One platform thread for what reads the whole store. On a request's own virtual thread SQLite
 * would hold one of the few carriers for as long as it takes, and everybody else would wait.
 */
public final class LongWork implements AutoCloseable {
    private static final int MAX_WAITING = 16;

    private final ThreadPoolExecutor thread =
            new ThreadPoolExecutor(
                    1,
                    1,
                    0,
                    TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(MAX_WAITING),
                    Thread.ofPlatform().name("parley-operate").daemon().factory());

    /** Has work done on that thread, after whatever was asked for before. */
    public <T> T call(Callable<T> work) {
        try {
            return thread.submit(work).get();
        } catch (RejectedExecutionException _) {
            throw new ParleyException(
                    Problem.TOO_BUSY,
                    "backups, checks and the like wait for each other, and too many do",
                    Map.of("retry_after", 10));
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ParleyException refusal
                    ? refusal
                    : new ParleyException(Problem.INTERNAL, "this could not be done", failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
