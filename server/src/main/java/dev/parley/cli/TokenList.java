package dev.parley.cli;

import dev.parley.client.TokenView;
import dev.parley.protocol.Space;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley token list}. */
@Command(name = "list", description = "List the tokens that are valid; secrets are never shown.")
final class TokenList implements Callable<Integer> {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--space", paramLabel = "SPACE", description = "those of another space")
    private @Nullable Space space;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    TokenList(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var tokens =
                hub.askOrStart(shell, client -> client.tokens().list(Optional.ofNullable(space)));
        if (json) {
            shell.print(JsonText.items(tokens, TokenView::json));
            return 0;
        }
        var table = new Table("TOKEN", "NAME", "ROLE", "SPACE", "CREATED", "EXPIRES");
        for (var token : tokens) {
            table.row(
                    token.tokenId(),
                    token.name(),
                    token.role(),
                    token.space(),
                    day(token.createdAt()),
                    day(token.expiresAt()));
        }
        shell.print(table.toString());
        return 0;
    }

    private String day(Optional<Instant> time) {
        return time.map(at -> DAY.format(at.atZone(shell.zone()))).orElse("-");
    }
}
