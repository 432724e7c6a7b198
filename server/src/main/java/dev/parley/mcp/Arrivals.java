package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.Sha256;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * When the last requests of a session came first: as many as may be open at once, so that whatever
 * was under way when a connection broke is recognised when it comes again.
 */
final class Arrivals {
    static final int MOST = 256;

    private static final int SHORT = 64;

    private final InstantSource clock;
    private final Map<String, Instant> first =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
                    return size() > MOST;
                }
            };

    Arrivals(InstantSource clock) {
        this.clock = clock;
    }

    /** By what a request with this id is known, and when it came first: now, if none did. */
    Exchange.Named named(JsonNode id) {
        var name = name(id);
        synchronized (first) {
            return new Exchange.Named(name, first.computeIfAbsent(name, _ -> clock.instant()));
        }
    }

    /** However long an id is, it takes little room. */
    private static String name(JsonNode id) {
        var name = id.isTextual() ? '"' + id.textValue() : id.asText();
        return name.length() <= SHORT ? name : HexFormat.of().formatHex(Sha256.of(name));
    }
}
