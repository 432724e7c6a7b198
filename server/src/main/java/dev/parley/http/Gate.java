package dev.parley.http;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts who is inside: bounds how many may be, and waits for the last to leave. */
final class Gate {
    private final int most;
    private final AtomicInteger inside = new AtomicInteger();
    private final CompletableFuture<Void> empty = new CompletableFuture<>();
    private volatile boolean closed;

    Gate(int most) {
        this.most = most;
    }

    /** How whoever comes is received; everyone counts until they leave. */
    enum Welcome {
        ADMITTED,
        FULL,
        CLOSED
    }

    Welcome enter() {
        boolean full = inside.incrementAndGet() > most;
        if (closed) {
            return Welcome.CLOSED;
        }
        return full ? Welcome.FULL : Welcome.ADMITTED;
    }

    void leave() {
        if (inside.decrementAndGet() == 0 && closed) {
            empty.complete(null);
        }
    }

    int inside() {
        return inside.get();
    }

    boolean isClosed() {
        return closed;
    }

    /** Lets nobody in any more. */
    void close() {
        closed = true;
    }

    /** Once closed: true when all have left within this time. */
    boolean awaitEmpty(Duration within) {
        if (inside.get() == 0) {
            return true;
        }
        try {
            empty.get(within.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
