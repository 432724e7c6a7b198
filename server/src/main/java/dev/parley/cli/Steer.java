package dev.parley.cli;

import dev.parley.client.Steered;
import dev.parley.protocol.Address;
import dev.parley.protocol.RunId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley steer}: a person's word to whoever leads a run. */
@Command(
        name = "steer",
        description = "Tell whoever leads a run what to do.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley steer RUN \"leave the tests alone\"",
            "  ./parley steer RUN --to worker \"stop after this\""
        })
public final class Steer implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(
            names = "--to",
            paramLabel = "ADDRESS",
            description = "to this agent, else to the one that leads the run")
    private @Nullable Address to;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Parameters(index = "0", paramLabel = "RUN", description = "the run, as runs shows it")
    private @Nullable RunId run;

    @Parameters(
            index = "1..*",
            arity = "0..*",
            paramLabel = "TEXT",
            description = "what to say; - reads it from standard input")
    private List<String> words = List.of();

    public Steer(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var id = Optional.ofNullable(run).orElseThrow();
        var text = new TextArgument(shell).read(words);
        if (text.isEmpty()) {
            throw new BadUsage("there is nothing to say: give TEXT or -");
        }
        var steered =
                hub.ask(shell, client -> client.runs().steer(id, text, Optional.ofNullable(to)));
        if (json) {
            shell.print(JsonText.of(steered.json()));
        } else if (steered.seq().isPresent()) {
            shell.print(said(steered));
        }
        if (steered.seq().isEmpty()) {
            shell.say("the run is " + steered.status() + "; nothing was sent");
            return Cli.PROBLEM;
        }
        return 0;
    }

    private static String said(Steered steered) {
        return "#" + steered.seq().orElseThrow() + ", " + steered.queued() + " waiting to be read";
    }
}
