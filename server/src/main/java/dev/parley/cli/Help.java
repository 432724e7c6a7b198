package dev.parley.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code parley help}: the same as {@code --help}, also of a command. */
@Command(name = "help", description = "Say this, or more about a command.")
final class Help implements Runnable {
    private final Shell shell;

    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
            arity = "0..*",
            paramLabel = "COMMAND",
            description = "the command, as it is called")
    private List<String> words = List.of();

    Help(Shell shell) {
        this.shell = shell;
    }

    @Override
    public void run() {
        var command = spec.parent().commandLine();
        for (var word : words) {
            var next = command.getSubcommands().get(word);
            if (next == null) {
                throw new UnmatchedArgumentException(command, List.of(word));
            }
            command = next;
        }
        command.usage(shell.out());
    }
}
