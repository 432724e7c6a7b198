package dev.parley.client;

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

    /** One of them; an id alone, without data, only says up to where everything was told. */
    record Event(String name, @Nullable String id, String data) {}

    /** The next one; null at the end of the connection, however that came. */
    @Nullable Event next() {
        var name = "message";
        String id = null;
        var data = new StringBuilder();
        try {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                guard.progress();
                if (line.isEmpty() && (id != null || !data.isEmpty())) {
                    return new Event(name, id, data.toString());
                } else if (line.startsWith("event: ")) {
                    name = line.substring("event: ".length());
                } else if (line.startsWith("id: ")) {
                    id = line.substring("id: ".length());
                } else if (line.startsWith("data: ")) {
                    data.append(data.isEmpty() ? "" : "\n")
                            .append(line.substring("data: ".length()));
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
