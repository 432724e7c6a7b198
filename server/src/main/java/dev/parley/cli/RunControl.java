package dev.parley.cli;

import dev.parley.client.RunStanding;
import dev.parley.client.Runs;
import dev.parley.protocol.RunId;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a person does to a whole run. */
abstract class RunControl implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Parameters(paramLabel = "RUN", description = "the run, as runs shows it")
    private @Nullable RunId run;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    RunControl(Shell shell) {
        this.shell = shell;
    }

    abstract RunStanding act(Runs runs, RunId id);

    @Override
    public Integer call() {
        var id = Optional.ofNullable(run).orElseThrow();
        var standing = hub.ask(shell, client -> act(client.runs(), id));
        shell.print(
                json
                        ? JsonText.of(standing.json())
                        : Printable.line(
                                standing.runId()
                                        + " is "
                                        + standing.state()
                                        + standing.reason()
                                                .map(why -> " (" + why + ")")
                                                .orElse("")));
        return 0;
    }
}
