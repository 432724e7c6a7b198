package dev.parley.e2e.crash;

import dev.parley.e2e.hub.Hub;
import java.net.URI;
import java.time.Duration;

/** Where the hub is at the moment, for clients that outlive it. */
final class Line {
    private URI url;

    Line(Hub hub) {
        this.url = hub.url();
    }

    synchronized URI url() {
        return url;
    }

    /** The hub has come back, under another address. */
    synchronized void connect(Hub hub) {
        url = hub.url();
        notifyAll();
    }

    /** Waits until the hub is somewhere else; gives up after a while, in case it never went. */
    synchronized void awaitOther(URI old, Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        try {
            while (url.equals(old) && System.nanoTime() < deadline) {
                wait(100);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the hub was away", e);
        }
    }
}
