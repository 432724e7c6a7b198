package dev.parley.bench;

import dev.parley.bench.http.Deliveries;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin private Pace pace = new Pace();

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
        voice.say("measuring deliveries ...");
        voice.print(pace.measurement().of(this::measure).toString());
        return 0;
    }

    private void measure(Scratch scratch, Rounds rounds, Report report) throws Exception {
        new Deliveries(scratch.path(), Home.jar(), subscribers, rate).measure(rounds, report);
    }
}
