package dev.parley.cli;

import dev.parley.client.RunStanding;
import dev.parley.client.Runs;
import dev.parley.protocol.RunId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code parley pause}. */
@Command(
        name = "pause",
        description = "Hold a run up: agents may add nothing until it is resumed, people may.",
        footerHeading = "%nExamples:%n",
        footer = {"  ./parley pause RUN --reason \"not before Monday\"", "  ./parley resume RUN"})
public final class Pause extends RunControl {
    @Option(names = "--reason", paramLabel = "TEXT", description = "why")
    private @Nullable String reason;

    public Pause(Shell shell) {
        super(shell);
    }

    @Override
    RunStanding act(Runs runs, RunId id) {
        return runs.pause(id, Optional.ofNullable(reason));
    }
}
