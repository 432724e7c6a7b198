package dev.parley.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyTest {
    @TempDir Path folder = Path.of("");

    @Test
    void aCopyIsOnlyItsOwnersToRead() throws Exception {
        var copy = folder.resolve("copy.db");
        try (var dialect = new SqliteStores(folder).dialect()) {
            dialect.copyTo(copy);
            try (var sql = dialect.openCopy(copy)) {
                assertThat(sql.number("SELECT count(*) FROM runs")).isZero();
            }
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
                .isEqualTo("rw-------");
    }
}
