package dev.parley.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Counts who is inside: bounds how many may have a place, and how many of those one token may, and
 * waits for the last to leave.
 */
final class Gate {
    /** However many places there are, one token's bearer leaves the others to the others. */
    static final int MAX_PER_TOKEN = 256;

    private final int most;
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger placesTaken = new AtomicInteger();
    private final Map<String, Integer> byToken = new ConcurrentHashMap<>();
    private final CompletableFuture<Void> empty = new CompletableFuture<>();
    private volatile boolean closed;

    Gate(int most) {
        this.most = most;
    }

    /** How whoever comes is received. */
    enum Welcome {
        ADMITTED,
        FULL,
        CLOSED
    }

    Visit enter() {
        inside.incrementAndGet();
        if (closed) {
            return new Visit(Welcome.CLOSED);
        }
        if (placesTaken.incrementAndGet() > most) {
            placesTaken.decrementAndGet();
            return new Visit(Welcome.FULL);
        }
        return new Visit(Welcome.ADMITTED);
    }

    /** One request, from when it comes to when it leaves; only those admitted have a place. */
    final class Visit {
        private final Welcome welcome;
        private final AtomicBoolean hasPlace;
        private volatile @Nullable String token;

        private Visit(Welcome welcome) {
            this.welcome = welcome;
            this.hasPlace = new AtomicBoolean(welcome == Welcome.ADMITTED);
        }

        Welcome welcome() {
            return welcome;
        }

        /** Counts it as the token's; false when the token has all the places that it may have. */
        boolean isWithinShareOf(String tokenId) {
            token = tokenId;
            return byToken.merge(tokenId, 1, Integer::sum) <= MAX_PER_TOKEN;
        }

        /** Makes room for others before leaving; for whoever is only told why it may not stay. */
        void giveUpPlace() {
            if (!hasPlace.compareAndSet(true, false)) {
                return;
            }
            placesTaken.decrementAndGet();
            if (token != null) {
                byToken.computeIfPresent(token, (_, count) -> count == 1 ? null : count - 1);
            }
        }

        void leave() {
            giveUpPlace();
            if (inside.decrementAndGet() == 0 && closed) {
                empty.complete(null);
            }
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
