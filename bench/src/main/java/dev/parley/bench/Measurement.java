package dev.parley.bench;

import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Measures something in a folder of its own, which is gone afterwards.
 *
 * @param parent where that folder is made, so that its disk is the one that is measured
 */
record Measurement(Path parent, Rounds rounds) {
    /** What is measured. */
    @FunctionalInterface
    interface Subject {
        void measure(Scratch scratch, Rounds rounds, Report report) throws Exception;
    }

    /** The figures, with the machine and how busy it was: without that none means anything. */
    Report of(Subject subject) throws Exception {
        var report = new Report();
        double before = Machine.load();
        try (var scratch = Scratch.in(parent)) {
            subject.measure(scratch, rounds, report);
            report.note(Machine.describe(scratch.path()));
        }
        report.note(
                String.format(
                        Locale.ROOT,
                        "%d rounds of %d s; load average %.2f before, %.2f after",
                        rounds.count(),
                        rounds.time().toSeconds(),
                        before,
                        Machine.load()));
        return report;
    }
}
