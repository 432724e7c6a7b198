package dev.parley.bench.http;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** What a hub tells of itself at {@code /metrics}. */
public record Gauges(URI hub, String owner) {
    /** How often a batch was made durable: each is one fsync of the log. */
    public static final String SYNCS = "parley_store_sync_seconds_count";

    static final String READS = "parley_store_reads_total";
    static final String WAITS = "parley_waits";

    public double of(String name) throws IOException {
        try (var connection = new Connection(hub, "/metrics", owner)) {
            var shown = new String(connection.get(""), StandardCharsets.UTF_8);
            var match =
                    Pattern.compile("^" + name + "(?:\\{.*})? (\\S+)$", Pattern.MULTILINE)
                            .matcher(shown);
            if (!match.find()) {
                throw new IOException("the hub does not show " + name);
            }
            return Double.parseDouble(match.group(1));
        }
    }
}
