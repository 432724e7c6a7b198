package dev.parley;

import dev.parley.access.OwnerToken;
import dev.parley.access.Tokens;
import dev.parley.cli.Shell;
import dev.parley.config.Config;
import dev.parley.operate.Restore;
import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.DataFolder;
import dev.parley.store.Store;
import dev.parley.store.sqlite.SqliteDialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley restore}: fills an empty data folder from a backup. */
@Command(
        name = "restore",
        description = {
            "Fill an empty data folder from a backup; then start a hub on it with ./parley serve.",
            "Begins a new epoch: clients that had read further than the backup are told so."
        })
final class RestoreBackup implements Callable<Integer> {
    private final Shell shell;

    @Parameters(paramLabel = "FILE", description = "what ./parley backup has written")
    private Path file = Path.of("");

    @Option(
            names = "--data",
            paramLabel = "FOLDER",
            required = true,
            description = "the folder to fill; made if it is not there")
    private String data = "";

    RestoreBackup(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        if (!Files.isRegularFile(file)) {
            throw new ParleyException(Problem.BAD_VALUE, "there is no file " + file);
        }
        var config = Config.resolve(Map.of("--data", data), home(shell));
        var clock = InstantSource.system();
        var ids = Ids.random(clock);
        try (var folder = DataFolder.claim(config.data())) {
            var epoch = new Restore(folder, path -> open(path, clock), ids).from(file);
            try (var store = open(folder.database(), clock)) {
                new OwnerToken(folder.ownerToken(), store, new Tokens(store, ids, clock)).ensure();
            }
            shell.print("Restored into " + shell.shown(config.data()) + ", epoch " + epoch);
            shell.print("  owner   a new token is in owner.token there; older tokens still work");
            shell.print("  next    ./parley serve --data " + shell.shown(config.data()));
        }
        return 0;
    }

    /** What is set for a hub in the environment is not meant for a folder that is to be filled. */
    private static Map<String, String> home(Shell shell) {
        return Map.of("HOME", shell.home().toString());
    }

    private static Store open(Path database, InstantSource clock) {
        var dialect = new SqliteDialect(database, SqliteDialect.Synchronous.FULL);
        return Store.open(dialect, clock, Store.Limits.DEFAULT, _ -> {});
    }
}
