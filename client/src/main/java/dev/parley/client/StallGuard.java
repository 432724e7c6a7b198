package dev.parley.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Closes a body that gives nothing for too long, so that its reader is not left waiting. */
final class StallGuard implements AutoCloseable {
    private final InputStream body;
    private final Duration stall;
    private final Thread thread;
    private volatile long lastProgress = System.nanoTime();

    StallGuard(InputStream body, Duration stall) {
        this.body = body;
        this.stall = stall;
        this.thread = Thread.startVirtualThread(this::closeWhenStalled);
    }

    /** Something came. */
    void progress() {
        lastProgress = System.nanoTime();
    }

    private void closeWhenStalled() {
        try {
            var idle = Duration.ZERO;
            while (idle.compareTo(stall) < 0) {
                Thread.sleep(stall.minus(idle));
                idle = Duration.ofNanos(System.nanoTime() - lastProgress);
            }
            body.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the body was read to its end
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
