package dev.parley.cli;

import dev.parley.client.AuditEntry;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley audit}: what was refused and what people did. */
@Command(
        name = "audit",
        description = {
            "List what was refused and what people did, newest first.",
            "A refusal is listed when its minute is over, with how often it happened."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  ./parley audit --since 24h --principal person:ann",
            "  ./parley audit verify                     follow the chain from its beginning",
            "  ./parley audit verify --head N:HASH       up to a head that was written down"
        })
public final class Audit implements Callable<Integer> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(
            names = "--principal",
            paramLabel = "WHO",
            description = "only theirs, such as person:ann")
    private @Nullable String principal;

    @Option(
            names = "--action",
            paramLabel = "ACTION",
            description = "only these, such as \"POST /api/tokens\"")
    private @Nullable String action;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            description = "only those after 30m, 24h, 7d, 2026-11-15 or 2026-11-15T08:00:00Z")
    private @Nullable String since;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "50",
            description = "at most this many, else 50")
    private int limit;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    private Audit(Shell shell) {
        this.shell = shell;
    }

    /** The command with its own command. */
    public static CommandLine commands(Shell shell) {
        return new CommandLine(new Audit(shell)).addSubcommand(new AuditVerify(shell));
    }

    @Override
    public Integer call() {
        if (limit < 1) {
            throw new BadUsage("--limit must be at least 1, was " + limit);
        }
        var wanted =
                new dev.parley.client.Audit.Wanted(
                        Optional.ofNullable(principal),
                        Optional.ofNullable(action),
                        Optional.ofNullable(since)
                                .map(text -> Since.read(text, Instant.now(), shell.zone())));
        print(hub.askOrStart(shell, client -> client.audit().newest(wanted, limit)));
        return 0;
    }

    private void print(List<AuditEntry> entries) {
        if (json) {
            shell.print(JsonText.items(entries, AuditEntry::json));
            return;
        }
        var table = new Table("N", "TIME", "WHO", "OUTCOME", "ACTION", "TARGET", "DETAIL");
        for (var entry : entries) {
            table.row(
                    Long.toString(entry.n()),
                    entry.createdAt().map(at -> TIME.format(at.atZone(shell.zone()))).orElse("-"),
                    entry.principal(),
                    entry.count() == 1 ? entry.outcome() : entry.outcome() + " x" + entry.count(),
                    entry.action(),
                    entry.target(),
                    entry.detail());
        }
        shell.print(table.toString());
    }
}
