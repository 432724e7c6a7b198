package dev.parley.bench;

import dev.parley.bench.report.Rounds;
import java.nio.file.Path;
import java.time.Duration;
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

    Measurement measurement() {
        return new Measurement(
                folder == null ? Home.folder().resolve("target") : folder,
                new Rounds(rounds, Duration.ofSeconds(seconds)));
    }
}
