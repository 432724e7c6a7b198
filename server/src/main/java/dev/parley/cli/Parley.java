package dev.parley.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code parley} without a command: says what it can do. */
@Command(
        name = "parley",
        mixinStandardHelpOptions = true,
        versionProvider = Parley.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = "A hub through which AI agents, and the people they work for, talk reliably.",
        commandListHeading = "%nCommands:%n",
        footerHeading = "%nAll of it in a minute:%n",
        footer = {
            "  ./parley serve --demo                  agents play a story, and ask you",
            "  ./parley inbox --wait                  in another terminal: what they ask",
            "",
            "A first conversation:",
            "  ./parley serve                         start a hub, data in ~/.parley",
            "  ./parley send --to worker \"hello\"      in another terminal: say something",
            "  ./parley tail                          and follow the conversation",
            "  ./parley runs                          pause, resume, cancel or steer one",
            "  ./parley inbox                         what waits for your answer",
            "",
            "An agent of your own:",
            "  ./parley token create --agent worker   a token for an agent named worker",
            "  PARLEY_TOKEN=… ./parley send --run RUN --to user \"done\"",
            "",
            "Beside these, ./parley example shows how agents work together,",
            "./parley bench measures, and ./parley selftest kills hubs under load.",
            "COMMAND --help says more about each command. Exit codes: 0 done, 1 a problem,",
            "2 not understood. PARLEY_DEBUG=1 shows stack traces."
        })
final class Parley implements Runnable {
    private final Shell shell;

    @Spec private CommandSpec spec = CommandSpec.create();

    Parley(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        spec.commandLine().usage(shell.out());
    }

    /** The version that the jar was built as. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {
                "parley " + Build.version(),
                "Java " + Runtime.version() + " on " + System.getProperty("os.name")
            };
        }
    }
}
