package dev.parley.cli;

import dev.parley.client.RunStanding;
import dev.parley.client.Runs;
import dev.parley.protocol.RunId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code parley cancel}. */
@Command(
        name = "cancel",
        description = "End a run for good, and tell everybody who works on something in it.")
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
}
