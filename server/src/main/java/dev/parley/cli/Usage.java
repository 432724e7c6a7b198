package dev.parley.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley usage}: what takes how much room. */
@Command(name = "usage", description = "Show how much room each kind of message takes.")
public final class Usage implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public Usage(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var report = hub.askOrStart(shell, client -> client.hub().usage());
        if (json) {
            shell.print(JsonText.of(report.json()));
            return 0;
        }
        var table = new Table("KIND", "MESSAGES", "SIZE");
        report.rows()
                .forEach(
                        row ->
                                table.row(
                                        row.kind(),
                                        Long.toString(row.messages()),
                                        Size.of(row.bytes())));
        shell.print(table.toString());
        var totals = report.json().path("totals");
        shell.print(
                "on disk: database "
                        + Size.of(totals.path("database_bytes").asLong())
                        + ", blobs "
                        + Size.of(totals.path("blob_bytes").asLong()));
        return 0;
    }
}
