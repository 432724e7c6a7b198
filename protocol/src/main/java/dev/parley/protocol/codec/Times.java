package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;

/** How times are written: epoch seconds to the millisecond, or ISO 8601 in UTC. */
public final class Times {
    private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    private Times() {}

    /** Epoch seconds with three decimals, such as {@code 1760000000.123}. */
    public static JsonNode epochSeconds(Instant time) {
        return new ExactNumber(BigDecimal.valueOf(time.toEpochMilli(), 3).toPlainString());
    }

    /** {@code 2025-10-02T12:00:00Z}, with milliseconds where there are any. */
    public static String iso(Instant time) {
        return time.truncatedTo(ChronoUnit.MILLIS).toString();
    }

    static Instant fromEpochSeconds(String field, JsonNode number) {
        double roughly = number.doubleValue();
        if (!(roughly >= 0 && roughly <= LAST_SECOND)) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    field
                            + " must be in epoch seconds, between 0 and "
                            + LAST_SECOND
                            + ", was "
                            + Names.quote(number.asText()));
        }
        if (roughly == 0) {
            return Instant.EPOCH;
        }
        var seconds = number.decimalValue().setScale(3, RoundingMode.HALF_UP);
        return Instant.ofEpochMilli(seconds.movePointRight(3).longValueExact());
    }

    static Instant fromIso(String field, String text) {
        try {
            var time = OffsetDateTime.parse(text).toInstant();
            if (time.getEpochSecond() >= 0 && time.getEpochSecond() <= LAST_SECOND) {
                return time;
            }
            throw notIso(field, text);
        } catch (DateTimeException e) {
            throw notIso(field, text);
        }
    }

    private static ParleyException notIso(String field, String text) {
        return new ParleyException(
                Problem.BAD_VALUE,
                field + " must be a time like 2025-10-02T12:00:00Z, was " + Names.quote(text));
    }
}
