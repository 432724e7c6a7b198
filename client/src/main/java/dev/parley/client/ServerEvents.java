package dev.parley.client;

import dev.parley.protocol.codec.EventLines;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Server-sent events as they come over one connection. */
final class ServerEvents implements AutoCloseable {
    private final InputStream body;
    private final BufferedReader lines;
    private final StallGuard guard;

    ServerEvents(InputStream body, Duration stall) {
        this.body = body;
        this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        this.guard = new StallGuard(body, stall);
    }

    /** The next one; null at the end of the connection, however that came. */
    EventLines.@Nullable Event next() {
        var events = new EventLines();
        try {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                guard.progress();
                var event = events.take(line);
                if (event.isPresent()) {
                    return event.get();
                }
            }
            return null;
        } catch (IOException _) {
            return null;
        }
    }

    @Override
    public void close() {
        guard.close();
        try {
            body.close();
        } catch (IOException _) {
            // it is over either way
        }
    }
}
