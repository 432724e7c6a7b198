package dev.parley.bench;

import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;

/** One subject that is measured. */
@FunctionalInterface
interface Part {
    void measure(Rounds rounds, Report report) throws Exception;
}
