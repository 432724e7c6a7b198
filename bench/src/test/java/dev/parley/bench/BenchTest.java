package dev.parley.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir Path folder;

    @Test
    void helpTeachesWhatCanBeMeasured() {
        assertThat(bench("--help")).isZero();
        assertThat(out.toString())
                .contains(
                        "Usage: ./parley bench",
                        "store",
                        "start",
                        "delivery",
                        "claim",
                        "mcp",
                        "sessions",
                        "docs/performance.md");
        assertThat(bench("store", "--help")).isZero();
        assertThat(out.toString())
                .contains("--gate", "--quick", "appends, reads, inbox, export, http");
    }

    @Test
    void aWordThatItDoesNotKnowIsNotUnderstood() {
        assertThat(bench("store", "--only", "naps")).isEqualTo(2);
        assertThat(err.toString()).contains("naps");
    }

    @Test
    void oneTableIsPrintedAndNothingIsLeftBehind() {
        int code =
                bench(
                        "store",
                        "--only=reads",
                        "--quick",
                        "--seconds=0",
                        "--rounds=1",
                        "--folder=" + folder);
        assertThat(code).isZero();
        assertThat(out.toString())
                .contains("| what", "| cursor reads, pages of 200, rows/s", "at least 0.7")
                .contains("Machine: ", "load average");
        assertThat(folder).isEmptyDirectory();
    }

    private int bench(String... args) {
        return Main.run(new Voice(new PrintWriter(out), new PrintWriter(err)), args);
    }
}
