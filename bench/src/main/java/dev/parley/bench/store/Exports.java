package dev.parley.bench.store;

import dev.parley.bench.report.Demand;
import dev.parley.bench.report.Latencies;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.report.Row;
import java.nio.file.Path;
import java.time.Duration;

/** Whether senders notice that somebody exports a large run. */
public final class Exports {
    private static final int BODY_BYTES = 4_096;

    private final Path folder;
    private final long runBytes;

    public Exports(Path folder, long runBytes) {
        this.folder = folder;
        this.runBytes = runBytes;
    }

    public void measure(Rounds rounds, Report report) throws Exception {
        try (var engine = Engine.open(Folders.in(folder, "export"))) {
            var large = engine.begin(1, BODY_BYTES);
            new Filling(engine, large).write(runBytes / BODY_BYTES);
            var run = large.getFirst().first().run();
            var producers =
                    new PacedProducers(engine, engine.begin(Appends.RUNS, Appends.BODY_BYTES));
            long[] exported = {0};
            var pairs =
                    rounds.<Latencies>interleave(
                            time -> {
                                try (var export = new Export(engine.store(), run)) {
                                    var took = producers.run(time);
                                    exported[0] += export.bytes();
                                    return took;
                                }
                            },
                            (time, _) -> producers.run(time));
            report.add(
                    Row.of(
                            "p99 of appends during an export, beside without, ms",
                            pairs,
                            took -> took.millis(0.99),
                            new Demand.AtMost(2.0)));
            report.add(
                    Row.of(
                            "p50 of the same, ms",
                            pairs,
                            took -> took.millis(0.5),
                            new Demand.Nothing()));
            report.note(
                    "export: a run of %d MB at %.0f MB/s; %d producers send %d messages/s, each timed from when it was due"
                            .formatted(
                                    runBytes >> 20,
                                    exported[0] / 1e6 / seconds(rounds),
                                    PacedProducers.PRODUCERS,
                                    PacedProducers.PER_SECOND));
        }
    }

    private static double seconds(Rounds rounds) {
        Duration all = rounds.time().multipliedBy(rounds.count() + 1L);
        return all.toNanos() / 1e9;
    }
}
