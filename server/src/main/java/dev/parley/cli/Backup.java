package dev.parley.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley backup}: everything that a hub keeps, in one file. */
@Command(
        name = "backup",
        description = "Back up a hub, running or not, blobs included, into one file.")
public final class Backup implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final HubOptions hub = new HubOptions();

    @Option(names = "--force", description = "replace a file that is there")
    private boolean force;

    @Parameters(paramLabel = "FILE", description = "where to write it, such as parley.zip")
    private Path file = Path.of("");

    public Backup(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        var target = new BackupFile(file, force);
        long size = hub.askOrStart(shell, client -> target.write(client.hub()::backup));
        shell.print(Printable.line(file.toString()) + " " + Size.of(size));
        return 0;
    }
}
