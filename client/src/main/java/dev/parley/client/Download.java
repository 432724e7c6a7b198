package dev.parley.client;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * Copies a body of any length; one that gives nothing for too long is closed, so that its reader is
 * not left waiting.
 */
final class Download {
    private static final int CHUNK = 64 << 10;

    private final Whereabouts base;
    private final Duration stall;
    private volatile long lastProgress = System.nanoTime();

    Download(Whereabouts base, Duration stall) {
        this.base = base;
        this.stall = stall;
    }

    long copy(InputStream body, OutputStream sink) {
        var guard = Thread.startVirtualThread(() -> closeWhenStalled(body));
        try (body) {
            var chunk = new byte[CHUNK];
            long copied = 0;
            for (int n = read(body, chunk, copied); n >= 0; n = read(body, chunk, copied)) {
                sink.write(chunk, 0, n);
                copied += n;
                lastProgress = System.nanoTime();
            }
            return copied;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            guard.interrupt();
        }
    }

    private int read(InputStream body, byte[] chunk, long copied) {
        try {
            return body.read(chunk);
        } catch (IOException e) {
            throw new ParleyException(
                    Problem.UNREACHABLE,
                    "the hub at " + base + " broke off after " + copied + " bytes",
                    e);
        }
    }

    private void closeWhenStalled(InputStream body) {
        try {
            var idle = Duration.ZERO;
            while (idle.compareTo(stall) < 0) {
                Thread.sleep(stall.minus(idle));
                idle = Duration.ofNanos(System.nanoTime() - lastProgress);
            }
            body.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the copy has ended
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
