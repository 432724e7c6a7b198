package dev.parley;

import dev.parley.cli.Shell;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code parley config}: the commands around the configuration. */
@Command(name = "config", description = "Look at the configuration.")
final class ConfigCommand implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    private ConfigCommand() {}

    static CommandLine commands(Shell shell) {
        return new CommandLine(new ConfigCommand()).addSubcommand(new ConfigCheck(shell));
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
