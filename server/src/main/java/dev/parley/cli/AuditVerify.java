package dev.parley.cli;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley audit verify}: whether anybody has tampered with the audit. */
@Command(
        name = "verify",
        description = {
            "Follow the audit's chain and name the first entry that was changed, removed,"
                    + " reordered or cut off.",
            "An end that was cut off, or rewritten with every hash, shows only against a head that"
                    + " was written down: the server log and backups repeat it.",
            "Ends with exit code 1 when something is wrong."
        })
final class AuditVerify implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--head", paramLabel = "N:HASH", description = "a head that was written down")
    private @Nullable String head;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    AuditVerify(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (head != null && !head.matches("\\d{1,18}:[0-9a-f]{64}")) {
            throw new BadUsage("--head takes N:HASH, a number and 64 hexadecimal digits");
        }
        var verdict =
                hub.askOrStart(shell, client -> client.audit().verify(Optional.ofNullable(head)));
        var fault = verdict.fault();
        if (json) {
            shell.print(JsonText.of(verdict.json()));
        } else if (fault.isPresent()) {
            shell.print(
                    Printable.line(
                            "not ok: entry %d is %s: %s"
                                    .formatted(
                                            fault.get().n(),
                                            fault.get().kind().replace('_', ' '),
                                            fault.get().detail())));
        } else {
            shell.print("ok (entries " + verdict.entries() + ", head " + verdict.head() + ")");
        }
        return fault.isPresent() ? Cli.PROBLEM : 0;
    }
}
