package dev.parley.notice;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks hosts up as the machine does. That blocks a thread of the system for as long as a name
 * server is silent, longer than anybody waits for it, so it has threads of its own. When all of
 * them are blocked, nothing is found until one is free again.
 */
final class Lookup implements Destinations.Resolver, AutoCloseable {
    static final int MAX_THREADS = 256;
    private static final Duration IDLE = Duration.ofSeconds(30);

    private final Duration patience;
    private final Destinations.Resolver system;
    private final ExecutorService threads =
            new ThreadPoolExecutor(
                    0,
                    MAX_THREADS,
                    IDLE.toMillis(),
                    TimeUnit.MILLISECONDS,
                    new SynchronousQueue<>(),
                    Thread.ofPlatform().name("parley-lookup-", 0).daemon().factory());

    Lookup(Duration patience) {
        this(patience, host -> List.of(InetAddress.getAllByName(host)));
    }

    Lookup(Duration patience, Destinations.Resolver system) {
        this.patience = patience;
        this.system = system;
    }

    @Override
    public List<InetAddress> of(String host) throws UnknownHostException {
        Future<List<InetAddress>> asked;
        try {
            asked = threads.submit(() -> system.of(host));
        } catch (RejectedExecutionException _) {
            throw new UnknownHostException(host);
        }
        try {
            return asked.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException _) {
            throw new UnknownHostException(host);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new UnknownHostException(host);
        } finally {
            asked.cancel(true);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
