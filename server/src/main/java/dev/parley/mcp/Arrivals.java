package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.Sha256;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * When requests of a session came first, of those that asked to be known again: all that are under
 * way, however long that takes, and the last of those that are over. So whatever was cut off with a
 * connection is recognised when it comes again.
 */
final class Arrivals {
    /** How many of those that are over are known; numbers, so that many sessions may have many. */
    static final int MOST = 1_024;

    private static final int FEW = 16;
    private static final long NOT_ASKED = Long.MIN_VALUE;

    private final InstantSource clock;
    private final Map<Long, Long> underWay = new HashMap<>();
    private long[] keys = {};
    private long[] times = {};
    private int next;

    Arrivals(InstantSource clock) {
        this.clock = clock;
    }

    /** A request begins that may take long. */
    synchronized void begin(JsonNode id) {
        underWay.put(key(id), NOT_ASKED);
    }

    /** And ends. */
    synchronized void end(JsonNode id) {
        long key = key(id);
        var time = underWay.remove(key);
        if (time != null && time != NOT_ASKED) {
            keep(key, time);
        }
    }

    /** By what a request with this id is known, and when it came first: now, if none did. */
    synchronized Exchange.Named named(JsonNode id) {
        return new Exchange.Named(name(id), Instant.ofEpochMilli(first(key(id))));
    }

    private long first(long key) {
        var begun = underWay.get(key);
        if (begun != null && begun != NOT_ASKED) {
            return begun;
        }
        for (int at = 0; at < keys.length; at++) {
            if (keys[at] == key && times[at] != NOT_ASKED) {
                return times[at];
            }
        }
        long now = clock.millis();
        if (begun == null) {
            keep(key, now);
        } else {
            underWay.put(key, now);
        }
        return now;
    }

    /** In the place of the oldest, once there are as many as there may be. */
    private void keep(long key, long time) {
        if (next == keys.length && keys.length < MOST) {
            int length = Math.clamp(2L * keys.length, FEW, MOST);
            keys = Arrays.copyOf(keys, length);
            times = Arrays.copyOf(times, length);
            Arrays.fill(times, next, length, NOT_ASKED);
        }
        next = next == keys.length ? 0 : next;
        keys[next] = key;
        times[next] = time;
        next++;
    }

    private static String name(JsonNode id) {
        return id.isTextual() ? '"' + id.textValue() : id.asText();
    }

    private static long key(JsonNode id) {
        return id.canConvertToLong()
                ? id.longValue()
                : ByteBuffer.wrap(Sha256.of(name(id))).getLong();
    }
}
