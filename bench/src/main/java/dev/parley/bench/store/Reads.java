package dev.parley.bench.store;

import dev.parley.bench.report.Demand;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.report.Row;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/** Reading logs by cursor, page by page, through the engine and without it. */
public final class Reads {
    private static final int PAGE = 200;

    private final Path folder;
    private final int messages;

    /** One page of a run after a seq: how many rows it has. */
    @FunctionalInterface
    private interface Pages {
        int read(RunKey run, long after) throws SQLException;
    }

    /** Makes so many messages to read. */
    public Reads(Path folder, int messages) {
        this.folder = folder;
        this.messages = messages;
    }

    public void measure(Rounds rounds, Report report) throws Exception {
        try (var engine = Engine.open(Folders.in(folder, "reads"));
                var bare = new BareReader(Engine.dialect(folder.resolve("reads")).openReader())) {
            var templates = engine.begin(Appends.RUNS, Appends.BODY_BYTES);
            new Filling(engine, templates).write(messages);
            var runs = templates.stream().map(template -> template.first().run()).toList();
            var pairs =
                    rounds.interleave(
                            time -> walk(runs, time, (run, after) -> page(engine, run, after)),
                            (time, _) ->
                                    walk(runs, time, (run, after) -> bare.read(run, after, PAGE)));
            report.add(
                    Row.of(
                            "cursor reads, pages of 200, rows/s",
                            pairs,
                            Sample::rowsPerSecond,
                            new Demand.AtLeast(0.7)));
            report.note(
                    "reads: %d rows in %d runs, over and over".formatted(messages, runs.size()));
            if (bare.seen() == 0) {
                throw new IllegalStateException("the bare reader has read nothing");
            }
        }
    }

    private static int page(Engine engine, RunKey run, long after) {
        return engine.store().read(sql -> MessageTable.TABLE.after(sql, run, after, PAGE)).size();
    }

    /** Reads every run from its first page to its last, until the time is over. */
    private static Sample walk(List<RunKey> runs, Duration time, Pages pages) throws SQLException {
        long rows = 0;
        long after = 0;
        int run = 0;
        long begun = System.nanoTime();
        do {
            int read = pages.read(runs.get(run % runs.size()), after);
            rows += read;
            after += read;
            if (read < PAGE) {
                after = 0;
                run++;
            }
        } while (System.nanoTime() - begun < time.toNanos());
        return new Sample(rows, 0, System.nanoTime() - begun, 0);
    }
}
