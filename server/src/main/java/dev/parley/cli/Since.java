package dev.parley.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.regex.Pattern;

/** A moment in the past as people write it. */
final class Since {
    private static final Pattern AGO = Pattern.compile("(\\d{1,6})([smhd])");

    private Since() {}

    static Instant read(String text, Instant now, ZoneId zone) {
        var ago = AGO.matcher(text);
        try {
            if (ago.matches()) {
                long count = Long.parseLong(ago.group(1));
                return now.minus(
                        switch (ago.group(2)) {
                            case "s" -> Duration.ofSeconds(count);
                            case "m" -> Duration.ofMinutes(count);
                            case "h" -> Duration.ofHours(count);
                            default -> Duration.ofDays(count);
                        });
            }
            return text.contains("T")
                    ? Instant.parse(text)
                    : LocalDate.parse(text).atStartOfDay(zone).toInstant();
        } catch (DateTimeException _) {
            throw new BadUsage(
                    "--since takes 30m, 24h, 7d, 2026-11-15 or 2026-11-15T08:00:00Z, not " + text);
        }
    }
}
