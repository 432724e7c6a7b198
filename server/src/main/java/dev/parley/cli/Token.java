package dev.parley.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code parley token}: who may act on the hub. */
@Command(
        name = "token",
        description = "Create, list and revoke tokens: who may act on the hub, and as whom.",
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley token create --agent worker",
            "  ./parley token create --person ann",
            "  ./parley token revoke TOKEN_ID"
        })
public final class Token implements Runnable {
    private Token() {}

    /** The command with its own commands. */
    public static CommandLine commands(Shell shell) {
        return new CommandLine(new Token())
                .addSubcommand(new TokenCreate(shell))
                .addSubcommand(new TokenList(shell))
                .addSubcommand(new TokenRevoke(shell));
    }

    @Override
    public void run() {
        throw new BadUsage("say what to do: create, list or revoke");
    }
}
