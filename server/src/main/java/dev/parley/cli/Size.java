package dev.parley.cli;

import java.util.Locale;

/** Bytes as people say them. */
final class Size {
    private static final String[] UNITS = {"KiB", "MiB", "GiB", "TiB"};

    private Size() {}

    static String of(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        double value = bytes / 1024.0;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }
}
