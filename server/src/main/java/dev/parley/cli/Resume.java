package dev.parley.cli;

import dev.parley.client.RunStanding;
import dev.parley.client.Runs;
import dev.parley.protocol.RunId;
import picocli.CommandLine.Command;

/** {@code parley resume}. */
@Command(name = "resume", description = "Let a run go on that was paused.")
public final class Resume extends RunControl {
    public Resume(Shell shell) {
        super(shell);
    }

    @Override
    RunStanding act(Runs runs, RunId id) {
        return runs.resume(id);
    }
}
