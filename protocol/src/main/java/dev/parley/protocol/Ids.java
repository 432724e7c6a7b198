package dev.parley.protocol;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;

/**
 * Mints ids: {@code msg_} and the like, followed by time and chance, so that newer ids sort later.
 */
@FunctionalInterface
public interface Ids {
    /** A new id that begins with the prefix and an underscore. */
    String next(String prefix);

    /** Ten characters of milliseconds and twelve of chance (60 bits), in Crockford's base 32. */
    static Ids random(InstantSource clock) {
        var random = new SecureRandom();
        return prefix -> of(prefix, clock.instant(), random.nextLong());
    }

    /** The same id for the same moment and the same bits in place of chance. */
    static String of(String prefix, Instant moment, long bits) {
        var id = new StringBuilder(prefix.length() + 23).append(prefix).append('_');
        appendBase32(id, moment.toEpochMilli(), 10);
        appendBase32(id, bits, 12);
        return id.toString();
    }

    /** Sorts before every id that is minted from this moment on, and after every earlier one. */
    static String earliest(String prefix, Instant moment) {
        var id = new StringBuilder(prefix).append('_');
        appendBase32(id, moment.toEpochMilli(), 10);
        return id.toString();
    }

    private static void appendBase32(StringBuilder id, long bits, int digits) {
        for (int shift = (digits - 1) * 5; shift >= 0; shift -= 5) {
            id.append("0123456789abcdefghjkmnpqrstvwxyz".charAt((int) (bits >>> shift) & 31));
        }
    }
}
