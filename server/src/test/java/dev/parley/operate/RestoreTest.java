package dev.parley.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.TestParley;
import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.store.DataFolder;
import dev.parley.store.Store;
import dev.parley.store.sqlite.SqliteDialect;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A restore succeeds, or it was as if nobody had tried. */
class RestoreTest {
    @TempDir Path folder = Path.of("");

    @Test
    void aRestoreThatFailedCanBeRepeated() throws IOException {
        var backup = backup();
        var whole = Files.write(folder.resolve("whole.zip"), backup);
        try (var data = DataFolder.claim(folder.resolve("data"))) {
            var failing = new Restore(data, RestoreTest::fail, Ids.random(InstantSource.system()));
            assertThatThrownBy(() -> failing.from(whole)).isInstanceOf(IllegalStateException.class);
            assertThat(restore(data).from(whole)).isNotBlank();
            assertThat(data.database()).exists();
            assertThat(data.blobs()).isNotEmptyDirectory();
        }
    }

    @Test
    void aDamagedBackupLeavesTheFolderEmpty() throws IOException {
        var backup = backup();
        for (int i = 200; i < 300; i++) {
            backup[i] ^= 0x55;
        }
        var damaged = Files.write(folder.resolve("damaged.zip"), backup);
        try (var data = DataFolder.claim(folder.resolve("data"))) {
            assertThatThrownBy(() -> restore(data).from(damaged))
                    .isInstanceOf(ParleyException.class);
            try (var left = Files.list(data.path())) {
                assertThat(left).containsExactly(data.path().resolve(DataFolder.LOCK));
            }
        }
    }

    @Test
    void aFileThatIsNoBackupIsCalledThat() throws IOException {
        var letter = Files.writeString(folder.resolve("letter.txt"), "Dear reader");
        try (var data = DataFolder.claim(folder.resolve("data"))) {
            assertThatThrownBy(() -> restore(data).from(letter))
                    .isInstanceOfSatisfying(
                            ParleyException.class,
                            refusal ->
                                    assertThat(refusal.detail())
                                            .isEqualTo(letter + " is not a backup of Parley"));
        }
    }

    private static byte[] backup() {
        try (var parley = TestParley.start()) {
            parley.owner().post("/api/blobs", BodyPublishers.ofString("kept")).expect(201);
            return parley.owner().get("/api/backup").expect(200).body();
        }
    }

    private static Restore restore(DataFolder data) {
        return new Restore(data, RestoreTest::open, Ids.random(InstantSource.system()));
    }

    private static Store open(Path path) {
        return Store.open(
                new SqliteDialect(path, SqliteDialect.Synchronous.FULL),
                InstantSource.system(),
                Store.Limits.DEFAULT,
                _ -> {});
    }

    private static Store fail(Path path) {
        throw new IllegalStateException(path + " cannot be opened");
    }
}
