package dev.parley;

import dev.parley.config.Config;
import dev.parley.config.Database;
import dev.parley.store.DataFolder;
import dev.parley.store.Dialect;
import dev.parley.store.blob.BlobBytes;
import dev.parley.store.blob.FileBlobs;
import dev.parley.store.postgres.DatabaseClock;
import dev.parley.store.postgres.PostgresBlobs;
import dev.parley.store.postgres.PostgresDialect;
import dev.parley.store.sqlite.SqliteDialect;
import java.time.InstantSource;

/** The database that the configuration asks for, and where it keeps blobs. */
record Databases(Dialect dialect, BlobBytes blobs) {
    static Databases of(Config config, DataFolder folder) {
        return switch (config.store().database()) {
            case Database.Embedded _ ->
                    new Databases(
                            new SqliteDialect(
                                    folder.database(),
                                    SqliteDialect.Synchronous.valueOf(
                                            config.store().synchronous().name())),
                            new FileBlobs(folder.blobs()));
            case Database.Postgres postgres -> {
                var dialect = new PostgresDialect(postgres.jdbcUrl());
                yield new Databases(dialect, new PostgresBlobs(dialect));
            }
        };
    }

    /** The time on the wall: the machine's, or the database's where other hubs go by it as well. */
    InstantSource clock(InstantSource local) {
        return dialect instanceof PostgresDialect shared
                ? DatabaseClock.open(shared, System::nanoTime)
                : local;
    }
}
