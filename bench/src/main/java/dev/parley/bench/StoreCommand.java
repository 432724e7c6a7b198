package dev.parley.bench;

import dev.parley.bench.http.Posts;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.store.Appends;
import dev.parley.bench.store.Exports;
import dev.parley.bench.store.Inboxes;
import dev.parley.bench.store.Reads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./parley bench store}: the engine beside bare JDBC. */
@Command(
        name = "store",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the store beside loops of bare JDBC on the same disk, and POST over HTTP"
                    + " beside a server that only parses.",
            "Both sides run in turn, A B A B; figures are medians, and each ratio is the median"
                    + " of the ratios of neighbours. The first pair warms up and is not counted."
        })
final class StoreCommand implements Callable<Integer> {
    /** What can be measured on its own. */
    enum Subject {
        appends,
        reads,
        inbox,
        export,
        http
    }

    private final Voice voice;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "how long each side is measured in each round, else 3")
    private @Nullable Integer seconds;

    @Option(names = "--rounds", paramLabel = "N", description = "how many rounds count, else 5")
    private @Nullable Integer rounds;

    @Option(names = "--gate", description = "exit with 1 when a demanded ratio is missed")
    private boolean gate;

    @Option(
            names = "--quick",
            description =
                    "1 second, 3 rounds, less to read, and a run of 64 MB to export instead of 1 GB")
    private boolean quick;

    @Option(
            names = "--only",
            paramLabel = "PART",
            description = "measure only this: ${COMPLETION-CANDIDATES}; may be repeated")
    private Set<Subject> only = EnumSet.allOf(Subject.class);

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "where the databases are made, else target/ of the sources")
    private @Nullable Path folder;

    StoreCommand(Voice voice) {
        this.voice = voice;
    }

    @Override
    public Integer call() throws Exception {
        var plan =
                new Rounds(
                        Optional.ofNullable(rounds).orElse(quick ? 3 : 5),
                        Duration.ofSeconds(Optional.ofNullable(seconds).orElse(quick ? 1 : 3)));
        var report = new Measurement(parent(), plan).of(this::measure);
        voice.print(report.toString());
        return gate && !report.isMet() ? 1 : 0;
    }

    private void measure(Scratch scratch, Rounds rounds, Report report) throws Exception {
        for (var subject : Subject.values()) {
            if (only.contains(subject)) {
                voice.say("measuring " + subject + " ...");
                part(subject, scratch.path()).measure(rounds, report);
            }
        }
    }

    private Path parent() {
        return Optional.ofNullable(folder).orElseGet(() -> Home.folder().resolve("target"));
    }

    private Part part(Subject subject, Path scratch) {
        return switch (subject) {
            case appends -> new Appends(scratch)::measure;
            case reads -> new Reads(scratch, quick ? 6_400 : 64_000)::measure;
            case inbox -> new Inboxes(scratch, quick ? 20 : 1)::measure;
            case export -> new Exports(scratch, quick ? 64L << 20 : 1L << 30)::measure;
            case http -> new Posts(scratch, Home.jar())::measure;
        };
    }
}
