package dev.parley.bench;

import dev.parley.bench.report.Machine;
import dev.parley.bench.start.Starts;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./parley bench start}: how long a hub takes to be there, and what it holds then. */
@Command(
        name = "start",
        mixinStandardHelpOptions = true,
        description = {
            "Runs ./parley serve on a data folder that is there already, and measures the time to"
                    + " the first good answer of /health and the memory it holds 3 seconds later.",
            "Everything counts, the launcher's own work included. The same is done without the"
                    + " JVM's ahead-of-time cache for comparison."
        })
final class StartCommand implements Callable<Integer> {
    private final Voice voice;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "7",
            description = "how many starts of each kind, else 7")
    private int rounds;

    StartCommand(Voice voice) {
        this.voice = voice;
    }

    @Override
    public Integer call() throws Exception {
        double before = Machine.load();
        try (var scratch = Scratch.in(Home.folder().resolve("target"))) {
            voice.say("starting a hub " + (2 * rounds + 1) + " times ...");
            var starts =
                    new Starts(Home.folder().resolve("parley"), scratch.path().resolve("data"));
            voice.print(starts.measure(rounds));
            voice.print("");
            voice.print(Machine.describe(scratch.path()));
        }
        voice.print(
                String.format(
                        Locale.ROOT,
                        "Load average: %.2f before, %.2f after; medians of %d starts",
                        before,
                        Machine.load(),
                        rounds));
        return 0;
    }
}
