package dev.parley.bench.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a process holds; only Linux tells, elsewhere it is no number.
 *
 * @param processes how many it has started, they in turn included
 */
public record Vitals(double threads, long processes, double residentMegabytes) {
    public static Vitals of(ProcessHandle process) throws IOException {
        var status = Path.of("/proc", Long.toString(process.pid()), "status");
        var shown = Files.exists(status) ? Files.readString(status) : "";
        return new Vitals(
                figure(shown, "Threads"),
                process.descendants().count(),
                figure(shown, "VmRSS") / 1024);
    }

    private static double figure(String shown, String name) {
        return shown.lines()
                .filter(line -> line.startsWith(name + ":"))
                .mapToDouble(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(Double.NaN);
    }
}
