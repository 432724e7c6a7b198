package dev.parley.client;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Copies a body of any length, unless it gives nothing for too long. */
final class Download {
    private static final int CHUNK = 64 << 10;

    private final Whereabouts base;
    private final Duration stall;

    Download(Whereabouts base, Duration stall) {
        this.base = base;
        this.stall = stall;
    }

    long copy(InputStream body, OutputStream sink) {
        try (body;
                var guard = new StallGuard(body, stall)) {
            var chunk = new byte[CHUNK];
            long copied = 0;
            for (int n = read(body, chunk, copied); n >= 0; n = read(body, chunk, copied)) {
                sink.write(chunk, 0, n);
                copied += n;
                guard.progress();
            }
            return copied;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
}
