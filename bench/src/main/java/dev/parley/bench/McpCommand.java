package dev.parley.bench;

import dev.parley.bench.mcp.ToolCalls;
import dev.parley.bench.report.Machine;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./parley bench mcp}: calls of tools beside the official Java SDK's server. */
@Command(
        name = "mcp",
        mixinStandardHelpOptions = true,
        description = {
            "Measures calls of a tool that only reads and of one whose answer is durable, beside"
                    + " the official Java SDK's server on the same HTTP server, whose twins of both"
                    + " keep everything in memory.",
            "Sides run in turn, A B A B; the first pair warms up and is not counted."
        })
final class McpCommand implements Callable<Integer> {
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
            names = "--clients",
            paramLabel = "N",
            defaultValue = "64",
            description = "how many clients call at once, else 64")
    private int clients;

    @Option(names = "--gate", description = "exit with 1 when a demanded ratio is missed")
    private boolean gate;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            description = "where the hub keeps its data, else target/ of the sources")
    private @Nullable Path folder;

    McpCommand(Voice voice) {
        this.voice = voice;
    }

    @Override
    public Integer call() throws Exception {
        var plan = new Rounds(rounds, Duration.ofSeconds(seconds));
        var report = new Report();
        double before = Machine.load();
        var parent = Optional.ofNullable(folder).orElseGet(() -> Home.folder().resolve("target"));
        try (var scratch = Scratch.in(parent)) {
            voice.say("measuring calls of tools ...");
            new ToolCalls(scratch.path(), Home.jar(), clients).measure(plan, report);
            report.note(Machine.describe(scratch.path()));
        }
        report.note(
                "%d rounds of %d s; load average %.2f before, %.2f after"
                        .formatted(rounds, seconds, before, Machine.load()));
        voice.print(report.toString());
        return gate && !report.isMet() ? 1 : 0;
    }
}
