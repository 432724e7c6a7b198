package dev.parley.bench.session;

import dev.parley.bench.http.Child;
import dev.parley.bench.http.Load;
import dev.parley.bench.http.Vitals;
import dev.parley.bench.report.Demand;
import dev.parley.bench.report.Grid;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.report.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What sessions cost while nothing is said in them, and what turns do, beside bare processes. */
public final class Sessions {
    private static final List<String> COMMAND = List.of("sh", "-c", "sleep 0.2; cat");
    private static final String AGENT = "cat";
    private static final Demand NOTHING = new Demand.Nothing();

    /** Pools of threads fill when they are first used, however many sessions there are. */
    private static final int POOLS = 48;

    /**
     * What has been used is let go after a while; the JVM keeps those who watch processes a minute.
     */
    private static final Duration REST = Duration.ofSeconds(90);

    private static final Duration GLANCE = Duration.ofSeconds(1);

    private final Path folder;
    private final List<String> hub;
    private final int open;
    private final int active;

    /**
     * Needs a folder for the hub's data.
     *
     * @param hub the options of java that name the hub's program
     */
    public Sessions(Path folder, List<String> hub, int open, int active) {
        this.folder = folder;
        this.hub = List.copyOf(hub);
        this.open = open;
        this.active = active;
    }

    /** Adds the turns to the report, and gives what idle sessions cost. */
    public String measure(Rounds rounds, Report report) throws Exception {
        var data = Files.createDirectories(folder.resolve("hub"));
        Files.writeString(data.resolve("parley.yaml"), yaml());
        try (var child = Child.hub(hub, data)) {
            var owner = Files.readString(data.resolve("owner.token")).strip();
            var none = child.vitals();
            long begun = System.nanoTime();
            useOnce(child, owner);
            double seconds = (System.nanoTime() - begun) / 1e9;
            var idle = rested(child, none);
            turns(child, owner, rounds, report);
            report.note(
                    String.format(
                            Locale.ROOT,
                            "%d sessions were opened and used once within %.1f s",
                            open,
                            seconds));
            return costs(none, idle);
        }
    }

    private String yaml() {
        return """
               sessions: {max-active: %d}
               agents:
                 %s: {host: command, at-once: %d, command: %s, args: ["%s", "%s"]}
               """
                .formatted(active, AGENT, active, COMMAND.get(0), COMMAND.get(1), COMMAND.get(2));
    }

    /** So many at a time as may be active. */
    private void useOnce(Child child, String owner) throws Exception {
        try (var threads = Executors.newFixedThreadPool(active)) {
            var all = new ArrayList<Future<?>>();
            for (int n = 0; n < open; n++) {
                all.add(
                        threads.submit(
                                () -> {
                                    try (var one = Conversation.open(child.url(), owner, AGENT)) {
                                        one.send();
                                    }
                                    return true;
                                }));
            }
            for (var one : all) {
                one.get();
            }
        }
    }

    private static Vitals rested(Child child, Vitals before) throws Exception {
        long end = System.nanoTime() + REST.toNanos();
        var now = child.vitals();
        while (!isIdle(before, now) && System.nanoTime() < end) {
            Thread.sleep(GLANCE);
            now = child.vitals();
        }
        return now;
    }

    private static boolean isIdle(Vitals before, Vitals now) {
        return now.processes() == 0 && now.threads() - before.threads() <= POOLS;
    }

    private void turns(Child child, String owner, Rounds rounds, Report report) throws Exception {
        var ours = new Load(child, active, _ -> Conversation.open(child.url(), owner, AGENT));
        var bare = new Load(child, active, _ -> BareTurn.of(COMMAND));
        var pairs = rounds.interleave(ours::run, (time, _) -> bare.run(time));
        var what = active + " at once, ";
        report.add(Row.of(what + "turns/s", pairs, Load.Sample::perSecond, NOTHING));
        report.add(
                Row.of(
                        what + "from POST to idle, p50 ms",
                        pairs,
                        s -> s.latencies().millis(0.5),
                        NOTHING));
        report.add(
                Row.of(
                        what + "from POST to idle, p99 ms",
                        pairs,
                        s -> s.latencies().millis(0.99),
                        NOTHING));
        double[] cpu = pairs.stream().mapToDouble(pair -> pair.ours().cpuMicros()).toArray();
        report.note(
                String.format(
                        Locale.ROOT,
                        "a turn: sh -c '%s'; %.1f ms of the hub's own CPU for each; bare is the"
                                + " same command, started by as many threads of the bench",
                        COMMAND.getLast(),
                        Row.median(cpu) / 1_000));
    }

    private String costs(Vitals none, Vitals idle) {
        var grid = new Grid("the hub holds", "no sessions", open + " idle", "");
        grid.row(
                "threads",
                Grid.figure(none.threads()),
                Grid.figure(idle.threads()),
                verdict(idle.threads() - none.threads() <= POOLS));
        grid.row(
                "child processes",
                Long.toString(none.processes()),
                Long.toString(idle.processes()),
                verdict(idle.processes() == 0));
        grid.row(
                "resident memory, MB",
                Grid.figure(none.residentMegabytes()),
                Grid.figure(idle.residentMegabytes()),
                "");
        return grid.toString();
    }

    private static String verdict(boolean isSo) {
        return isSo ? "ok" : "MISS";
    }
}
