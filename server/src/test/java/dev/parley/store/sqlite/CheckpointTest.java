package dev.parley.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.store.Health;
import dev.parley.store.Meta;
import dev.parley.store.Store;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

    @Test
    @Timeout(30)
    void aReaderThatStaysDoesNotHoldUpTheWriter() throws Exception {
        var file = new SqliteStores(folder).folder().resolve("parley.db");
        var dialect = new SqliteDialect(file, SqliteDialect.Synchronous.NORMAL, 1 << 20);
        try (var store =
                        Store.open(dialect, InstantSource.system(), Store.Limits.DEFAULT, _ -> {});
                var reader = dialect.openReader()) {
            reader.number("SELECT count(*) FROM meta");
            var value = "x".repeat(8_192);
            for (int i = 0; i < 1_000; i++) {
                var entry = new Meta.Entry("k" + i, value);
                store.write(
                        tx -> {
                            tx.rows(Meta.TABLE).put(entry);
                            return true;
                        });
            }
            assertThat(store.health()).isEqualTo(Health.OK);
        }
    }
}
