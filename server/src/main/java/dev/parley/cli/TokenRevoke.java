package dev.parley.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code parley token revoke}. */
@Command(name = "revoke", description = "Revoke a token; whatever it holds open is closed.")
final class TokenRevoke implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Parameters(paramLabel = "TOKEN_ID", description = "the id, as token list shows it")
    private String tokenId = "";

    TokenRevoke(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        hub.askOrStart(
                shell,
                client -> {
                    client.tokens().revoke(tokenId);
                    return tokenId;
                });
        shell.print("revoked " + Printable.line(tokenId));
        return 0;
    }
}
