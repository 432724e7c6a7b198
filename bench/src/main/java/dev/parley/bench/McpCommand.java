package dev.parley.bench;

import dev.parley.bench.mcp.ToolCalls;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin private Pace pace = new Pace();

    @Option(
            names = "--clients",
            paramLabel = "N",
            defaultValue = "64",
            description = "how many clients call at once, else 64")
    private int clients;

    @Option(names = "--gate", description = "exit with 1 when a demanded ratio is missed")
    private boolean gate;

    McpCommand(Voice voice) {
        this.voice = voice;
    }

    @Override
    public Integer call() throws Exception {
        voice.say("measuring calls of tools ...");
        var report = pace.measurement().of(this::measure);
        voice.print(report.toString());
        return gate && !report.isMet() ? 1 : 0;
    }

    private void measure(Scratch scratch, Rounds rounds, Report report) throws Exception {
        new ToolCalls(scratch.path(), Home.jar(), clients).measure(rounds, report);
    }
}
