package dev.parley.bench.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** What a figure was taken on; without it no figure means anything. */
public final class Machine {
    private Machine() {}

    public static String describe(Path folder) throws IOException {
        var runtime = Runtime.getRuntime();
        return String.format(
                Locale.ROOT,
                "Machine: %d cores, %s %s, JDK %s, file system %s, heap up to %d MB",
                runtime.availableProcessors(),
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                Runtime.version(),
                Files.getFileStore(folder).type(),
                runtime.maxMemory() >> 20);
    }

    /** How many threads of the whole machine wanted a core, over the last minute. */
    public static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}
