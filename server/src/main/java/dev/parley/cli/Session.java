package dev.parley.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code parley session}: what is done to one session. */
@Command(
        name = "session",
        description = "Stop what the agent of a session is at, or close the session.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley sessions                   which there are",
            "  ./parley session stop SESSION       the next message comes next",
            "  ./parley session close SESSION      nothing more is said there"
        })
public final class Session implements Runnable {
    private Session() {}

    /** The command with its own commands. */
    public static CommandLine commands(Shell shell) {
        return new CommandLine(new Session())
                .addSubcommand(new SessionStop(shell))
                .addSubcommand(new SessionClose(shell));
    }

    @Override
    public void run() {
        throw new BadUsage("say what to do: stop or close; sessions lists them");
    }
}
