package dev.parley.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.store.Meta;
import java.nio.file.Path;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {
    @TempDir Path folder;

    @Test
    void betweenTwoBatchesTheLogCanBeginAnew() throws Exception {
        try (var store = new SqliteStores(folder).open();
                var other =
                        DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("parley.db"));
                var statement = other.createStatement()) {
            store.write(
                    tx -> {
                        tx.rows(Meta.TABLE).put(new Meta.Entry("k", "v"));
                        return true;
                    });
            statement.execute("PRAGMA busy_timeout = 2000");
            var result = statement.executeQuery("PRAGMA wal_checkpoint(RESTART)");
            assertThat(result.getLong("busy")).isZero();
        }
    }
}
