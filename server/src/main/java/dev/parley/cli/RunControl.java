package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.client.RunStanding;
import dev.parley.client.Runs;
import dev.parley.protocol.RunId;
import dev.parley.protocol.TaskId;
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

    @Parameters(
            paramLabel = "RUN",
            description = "the run, as runs shows it, or the task, as tasks does")
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
        var task = new TaskId(id.value());
        var standing =
                hub.ask(
                        shell,
                        client ->
                                task.run().equals(id)
                                        ? Standing.of(act(client.runs(), id))
                                        : act(client, task));
        shell.print(json ? JsonText.of(standing.json()) : Printable.line(standing.toString()));
        return 0;
    }

    /** The same to a task, which goes on and rests with its run. */
    Standing act(ParleyClient client, TaskId task) {
        return Standing.of(act(client.runs(), task.run()));
    }
}
