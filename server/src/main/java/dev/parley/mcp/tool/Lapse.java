package dev.parley.mcp.tool;

import java.time.Duration;

/** A stretch of time in the words that people use for it. */
final class Lapse {
    private static final int MINUTE = 60;
    private static final int HOUR = 60 * MINUTE;
    private static final int DAY = 24 * HOUR;

    private Lapse() {}

    static String words(Duration time) {
        long seconds = time.toSeconds();
        if (seconds < MINUTE) {
            return seconds <= 1 ? "a moment" : seconds + " seconds";
        }
        if (seconds < HOUR) {
            return count(seconds / MINUTE, "minute");
        }
        return seconds < 2 * DAY ? count(seconds / HOUR, "hour") : count(seconds / DAY, "day");
    }

    private static String count(long number, String unit) {
        return number + " " + unit + (number == 1 ? "" : "s");
    }
}
