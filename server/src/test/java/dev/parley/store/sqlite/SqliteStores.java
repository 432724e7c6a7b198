package dev.parley.store.sqlite;

import dev.parley.store.Dialect;
import dev.parley.store.TestStores;
import dev.parley.store.blob.BlobBytes;
import dev.parley.store.blob.FileBlobs;
import java.nio.file.Path;

/** A SQLite file in a folder of the test's. */
public record SqliteStores(Path folder) implements TestStores {
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
