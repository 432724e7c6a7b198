package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.client.RunStanding;
import dev.parley.client.Runs;
import dev.parley.protocol.RunId;
import dev.parley.protocol.TaskId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code parley cancel}. */
@Command(
        name = "cancel",
        description = "End a run or a task for good, and tell everybody who works on it.",
        footerHeading = "%nExamples:%n",
        footer = {"  ./parley cancel RUN", "  ./parley cancel TASK --reason \"no longer needed\""})
public final class Cancel extends RunControl {
    @Option(names = "--reason", paramLabel = "TEXT", description = "why")
    private @Nullable String reason;

    public Cancel(Shell shell) {
        super(shell);
    }

    @Override
    RunStanding act(Runs runs, RunId id) {
        return runs.cancel(id, Optional.ofNullable(reason));
    }

    /** Whoever wants a task done may cancel it, also without a say over runs. */
    @Override
    Standing act(ParleyClient client, TaskId task) {
        return Standing.of(client.tasks().cancel(task, Optional.ofNullable(reason)));
    }
}
