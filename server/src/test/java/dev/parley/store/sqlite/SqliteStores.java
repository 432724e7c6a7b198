package dev.parley.store.sqlite;

import dev.parley.store.Dialect;
import dev.parley.store.TestStores;
import dev.parley.store.blob.BlobBytes;
import dev.parley.store.blob.FileBlobs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;

/** A SQLite file in a folder of the test's; copied from one that was migrated once. */
public record SqliteStores(Path folder) implements TestStores {
    private static final Path MIGRATED = migrated();

    public SqliteStores {
        try {
            Files.copy(MIGRATED, folder.resolve("parley.db"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Path migrated() {
        try {
            var file = Files.createTempDirectory("parley-test").resolve("parley.db");
            try (var dialect = new SqliteDialect(file, SqliteDialect.Synchronous.FULL)) {
                dialect.prepare();
            }
            return file;
        } catch (IOException | SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    @Override
    public Dialect dialect() {
        return new SqliteDialect(folder.resolve("parley.db"), SqliteDialect.Synchronous.FULL);
    }

    @Override
    public BlobBytes blobs() {
        return new FileBlobs(folder.resolve("blobs"));
    }

    @Override
    public void close() {}
}
