package dev.parley.bench.store;

import dev.parley.bench.report.Demand;
import dev.parley.bench.report.Pair;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.report.Row;
import java.nio.file.Path;
import java.util.List;

/** Appends through the engine beside loops of bare JDBC. */
public final class Appends {
    static final int RUNS = 64;
    static final int BODY_BYTES = 480;
    private static final int FULL_BATCH = 512;

    private final Path folder;

    public Appends(Path folder) {
        this.folder = folder;
    }

    public void measure(Rounds rounds, Report report) throws Exception {
        try (var engine = Engine.open(Folders.in(folder, "ours"));
                var bare = bare("bare", Rows.ALL);
                var foundation = bare("foundation", Rows.FOUNDATION);
                var least = bare("least", Rows.MESSAGE_ONLY)) {
            var producers = new Producers(engine, engine.begin(RUNS, BODY_BYTES));

            var many =
                    rounds.interleave(
                            time -> producers.run(256, 1, time),
                            (time, ours) -> bare.run(ours.meanBatch(), time));
            report.add(rate("append, 256 producers, rows/s", many, new Demand.AtLeast(0.8)));
            report.add(
                    Row.of(
                            "writer's CPU at 256 producers, us/row",
                            many,
                            Sample::cpuMicrosPerRow,
                            new Demand.AtMost(1.5)));
            note(report, "256 producers", many);

            var piled =
                    rounds.interleave(
                            time -> producers.run(16, 64, time),
                            (time, _) -> bare.run(FULL_BATCH, time));
            report.add(
                    rate(
                            "append, 16 producers x 64 outstanding, rows/s",
                            piled,
                            new Demand.AtLeast(0.8)));
            note(report, "16 producers x 64", piled);

            var single =
                    rounds.interleave(
                            time -> producers.run(1, 1, time), (time, _) -> bare.run(1, time));
            report.add(rate("append, 1 producer, rows/s", single, new Demand.AtLeast(0.8)));
            note(report, "1 producer", single);

            var managed = new Producers(engine, engine.beginManaged(RUNS, BODY_BYTES));
            var guarded =
                    rounds.interleave(
                            time -> managed.run(256, 1, time),
                            (time, ours) -> foundation.run(ours.meanBatch(), time));
            report.add(cost("guards, receipts and states, 256 producers, us/append", guarded));
            var alone =
                    rounds.interleave(
                            time -> managed.run(1, 1, time), (time, _) -> foundation.run(1, time));
            report.add(cost("the same, 1 producer, us/append", alone));

            var lean =
                    rounds.interleave(
                            time -> producers.run(256, 1, time),
                            (time, ours) -> least.run(ours.meanBatch(), time));
            report.add(
                    rate(
                            "append, 256 producers, beside the message's row alone, rows/s",
                            lean,
                            new Demand.Nothing()));
        }
    }

    /** Beside the rows of the foundation alone. */
    private static Row cost(String what, List<Pair<Sample>> pairs) {
        return Row.of(what, pairs, Sample::microsPerRow, new Demand.AtMost(1.6));
    }

    private BareWriter bare(String name, Rows rows) throws Exception {
        return BareWriter.open(Folders.in(folder, name), RUNS, BODY_BYTES, rows);
    }

    private static Row rate(String what, List<Pair<Sample>> pairs, Demand demand) {
        return Row.of(what, pairs, Sample::rowsPerSecond, demand);
    }

    private static void note(Report report, String what, List<Pair<Sample>> pairs) {
        var commits = Row.of(what, pairs, Sample::commitsPerSecond, new Demand.Nothing());
        var batch = Row.of(what, pairs, Sample::meanBatch, new Demand.Nothing());
        report.note(
                "%s: ours %.0f commits/s of %.0f rows, bare %.0f of %.0f; one fsync of the log each"
                        .formatted(
                                what, commits.ours(), batch.ours(), commits.bare(), batch.bare()));
    }
}
