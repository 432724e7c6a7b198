package dev.parley.notice;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Looks hosts up as the machine does. That blocks a thread of the system for as long as a name
 * server is silent, so it has threads of its own, as many at most as there are who ask.
 */
final class Lookup implements Destinations.Resolver, AutoCloseable {
    private final Duration patience;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(
                    Thread.ofPlatform().name("parley-lookup-", 0).daemon().factory());

    Lookup(Duration patience) {
        this.patience = patience;
    }

    @Override
    public List<InetAddress> of(String host) throws UnknownHostException {
        var asked = threads.submit(() -> List.of(InetAddress.getAllByName(host)));
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
