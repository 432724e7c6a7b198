package dev.parley.cli;

import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.RunId;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Space;
import dev.parley.protocol.TaskId;
import java.io.UncheckedIOException;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** The command {@code parley}: its subcommands, and what it says when something goes wrong. */
public final class Cli {
    static final int PROBLEM = 1;
    static final int USAGE = 2;

    private final Shell shell;
    private final CommandLine commands;

    public Cli(Shell shell) {
        this.shell = shell;
        this.commands = new CommandLine(new Parley(shell));
    }

    public Cli with(Object command) {
        commands.addSubcommand(command);
        return this;
    }

    public int run(String... args) {
        commands.addSubcommand(new Help(shell))
                .setOut(shell.out())
                .setErr(shell.err())
                .setColorScheme(
                        CommandLine.Help.defaultColorScheme(
                                shell.colour()
                                        ? CommandLine.Help.Ansi.ON
                                        : CommandLine.Help.Ansi.OFF))
                .setParameterExceptionHandler((e, _) -> usage(e, e.getCommandLine()))
                .setExecutionExceptionHandler((e, command, _) -> failure(e, command));
        convert(RunId.class, RunId::new);
        convert(MessageId.class, MessageId::new);
        convert(AgentName.class, AgentName::new);
        convert(Address.class, Address::new);
        convert(Space.class, Space::new);
        convert(TaskId.class, TaskId::new);
        convert(SessionId.class, SessionId::new);
        commands.getSubcommands().values().forEach(Cli::offerHelp);
        int code = commands.execute(args);
        shell.out().flush();
        shell.err().flush();
        return code;
    }

    private static void offerHelp(CommandLine command) {
        if (command.getCommandSpec().findOption("--help") == null) {
            command.getCommandSpec()
                    .addOption(
                            OptionSpec.builder("-h", "--help")
                                    .usageHelp(true)
                                    .description("say this")
                                    .build());
        }
        command.getSubcommands().values().forEach(Cli::offerHelp);
    }

    private <T> void convert(Class<T> type, Function<String, T> read) {
        commands.registerConverter(
                type,
                value -> {
                    try {
                        return read.apply(value);
                    } catch (ParleyException e) {
                        throw new TypeConversionException(e.detail());
                    }
                });
    }

    private int failure(Exception e, CommandLine command) {
        if (shell.variable("PARLEY_DEBUG").isPresent()) {
            e.printStackTrace(shell.err());
        }
        if (e instanceof BadUsage) {
            return usage(e, command);
        }
        var said =
                switch (e) {
                    case ParleyException problem -> problem.detail();
                    case UncheckedIOException io -> FileProblem.sentence(io.getCause());
                    default -> "something broke (" + e + "); PARLEY_DEBUG=1 shows where";
                };
        said.lines().forEach(shell::say);
        return PROBLEM;
    }

    private int usage(Exception e, CommandLine command) {
        shell.say(
                Misunderstanding.sentence(e, command)
                        + "; see "
                        + command.getCommandSpec().qualifiedName()
                        + " --help");
        return USAGE;
    }
}
