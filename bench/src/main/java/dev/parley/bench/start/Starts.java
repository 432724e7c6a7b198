package dev.parley.bench.start;

import dev.parley.bench.report.Grid;
import dev.parley.bench.report.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Starts a hub many times, with and without the JVM's ahead-of-time cache in turn. */
public final class Starts {
    private static final double AIM_SECONDS = 1.5;
    private static final double AIM_MEGABYTES = 150;
    private static final Map<String, String> NO_CACHE =
            Map.of("PARLEY_JAVA_OPTS", "-XX:AOTMode=off");

    private final Launcher usual;
    private final Launcher withoutCache;

    public Starts(Path parley, Path data) {
        this.usual = new Launcher(parley, data, Map.of());
        this.withoutCache = new Launcher(parley, data, NO_CACHE);
    }

    public String measure(int rounds) throws IOException, InterruptedException {
        usual.start(); // makes the data folder, and whatever the launcher prepares once
        var cached = new ArrayList<Launcher.Started>();
        var plain = new ArrayList<Launcher.Started>();
        for (int round = 0; round < rounds; round++) {
            cached.add(usual.start());
            plain.add(withoutCache.start());
        }
        var grid = new Grid("./parley serve on an existing folder", "measured", "aim", "");
        add(grid, "from its start to the first 200 of /health, s", seconds(cached), AIM_SECONDS);
        add(grid, "resident memory when idle, MB", megabytes(cached), AIM_MEGABYTES);
        grid.row("start without the ahead-of-time cache, s", Grid.figure(seconds(plain)), "", "");
        grid.row("memory without it, MB", Grid.figure(megabytes(plain)), "", "");
        return grid.toString();
    }

    private static void add(Grid grid, String what, double measured, double aim) {
        grid.row(what, Grid.figure(measured), Grid.figure(aim), measured <= aim ? "ok" : "MISS");
    }

    private static double seconds(List<Launcher.Started> starts) {
        return Row.median(starts.stream().mapToDouble(Launcher.Started::seconds).toArray());
    }

    private static double megabytes(List<Launcher.Started> starts) {
        return Row.median(
                starts.stream().mapToDouble(Launcher.Started::residentMegabytes).toArray());
    }
}
