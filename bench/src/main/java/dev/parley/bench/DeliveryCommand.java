package dev.parley.bench;

import dev.parley.bench.http.Deliveries;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./parley bench delivery}: from publishing a message to whoever listens. */
@Command(
        name = "delivery",
        mixinStandardHelpOptions = true,
        description = {
            "Measures how long a message takes from its sender to a reader, over SSE and by long"
                    + " poll, beside a bare echo of the same HTTP server; then how a crowd of"
                    + " subscribers fares.",
            "Sides run in turn, A B A B; the first pair warms up and is not counted."
        })
final class DeliveryCommand implements Callable<Integer> {
    private final Voice voice;

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
            names = "--subscribers",
            paramLabel = "N",
            defaultValue = "2000",
            description = "how large the crowd is, else 2000")
    private int subscribers;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "50",
            description = "how many messages a second it is sent, else 50")
    private int rate;

    DeliveryCommand(Voice voice) {
        this.voice = voice;
    }

    @Override
    public Integer call() throws Exception {
        var plan = new Rounds(rounds, Duration.ofSeconds(seconds));
        var report = new Report();
        double before = Machine.load();
        try (var scratch = Scratch.in(Home.folder().resolve("target"))) {
            voice.say("measuring deliveries ...");
            new Deliveries(scratch.path(), Home.jar(), subscribers, rate).measure(plan, report);
            report.note(Machine.describe(scratch.path()));
        }
        report.note(
                "%d rounds of %d s; load average %.2f before, %.2f after"
                        .formatted(rounds, seconds, before, Machine.load()));
        voice.print(report.toString());
        return 0;
    }
}
