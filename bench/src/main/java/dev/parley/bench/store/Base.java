package dev.parley.bench.store;

import dev.parley.protocol.Ids;
import dev.parley.store.Dialect;
import dev.parley.store.blob.BlobBytes;
import dev.parley.store.blob.FileBlobs;
import dev.parley.store.postgres.PostgresBlobs;
import dev.parley.store.postgres.PostgresDialect;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Supplier;

/**
 * A database that is filled by statements and then measured through the engine.
 *
 * @param dialects a new dialect each time, since whoever closes the store closes it
 */
record Base(Supplier<Dialect> dialects, BlobBytes blobs) {
    static Base inFolder(Path folder) {
        return new Base(() -> Engine.dialect(folder), new FileBlobs(folder.resolve("blobs")));
    }

    static Base onPostgres(String url) {
        return new Base(
                () -> new PostgresDialect(url), new PostgresBlobs(new PostgresDialect(url)));
    }

    /** Its engine opened anew gives other ids than before, so they are not counted. */
    Engine open() {
        return Engine.on(dialects.get(), blobs, Ids.random(InstantSource.system()));
    }
}
