package dev.parley.bench;

import dev.parley.bench.report.Rounds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long two sides are measured in turn, and where what they write is kept. */
final class Pace {
    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "3",
            description = "how long each side is measured in each round, else 3")
    private int seconds;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "5",
            description = "how many rounds count, else 5")
    private int rounds;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "where data is kept meanwhile, else target/ of the sources")
    private @Nullable Path folder;

    Rounds plan() {
        return new Rounds(rounds, Duration.ofSeconds(seconds));
    }

    Scratch scratch() throws IOException {
        return Scratch.in(folder == null ? Home.folder().resolve("target") : folder);
    }

    /** Without it no figure means anything. */
    String note(double loadBefore, double loadAfter) {
        return String.format(
                Locale.ROOT,
                "%d rounds of %d s; load average %.2f before, %.2f after",
                rounds,
                seconds,
                loadBefore,
                loadAfter);
    }
}
