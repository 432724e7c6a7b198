package dev.parley.cli;

import dev.parley.protocol.Space;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley token revoke}. */
@Command(name = "revoke", description = "Revoke a token; whatever it holds open is closed.")
final class TokenRevoke implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--space", paramLabel = "SPACE", description = "the space it belongs to")
    private @Nullable Space space;

    @Parameters(paramLabel = "TOKEN_ID", description = "the id, as token list shows it")
    private String tokenId = "";

    TokenRevoke(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (tokenId.startsWith("pa_")) {
            throw new BadUsage("that is a token itself; give its id, which token list shows");
        }
        hub.askOrStart(
                shell,
                client -> {
                    client.tokens().revoke(tokenId, Optional.ofNullable(space));
                    return tokenId;
                });
        shell.print("revoked " + Printable.line(tokenId));
        return 0;
    }
}
