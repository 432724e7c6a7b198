package dev.parley.store.postgres;

import dev.parley.store.TestStores;
import dev.parley.store.blob.BlobBytes;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/** A database of its own on a real PostgreSQL server that all tests of this process share. */
public final class PostgresStores implements TestStores {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final String name = "parley_" + COUNT.incrementAndGet();

    public PostgresStores() {
        execute("CREATE DATABASE " + name + " TEMPLATE " + Server.MIGRATED);
    }

    @Override
    public PostgresDialect dialect() {
        return new PostgresDialect(url());
    }

    @Override
    public BlobBytes blobs() {
        return new PostgresBlobs(dialect());
    }

    String name() {
        return name;
    }

    static int port() {
        return Server.RUNNING.getPort();
    }

    public String url() {
        return url(port());
    }

    /** The same database by another way. */
    String url(int port) {
        return "jdbc:postgresql://localhost:" + port + "/" + name + "?user=postgres";
    }

    static void execute(String statement) {
        try (var connection = Server.RUNNING.getPostgresDatabase().getConnection();
                var sql = connection.createStatement()) {
            sql.execute(statement);
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    @Override
    public void close() {}

    /** Started when first needed, stopped with the process. */
    private static final class Server {
        static final EmbeddedPostgres RUNNING = start();
        static final String MIGRATED = migrated();

        private static String migrated() {
            var name = "parley_migrated";
            try (var connection = RUNNING.getPostgresDatabase().getConnection();
                    var sql = connection.createStatement()) {
                sql.execute("CREATE DATABASE " + name);
                new PostgresDialect(RUNNING.getJdbcUrl("postgres", name)).prepare();
            } catch (SQLException failed) {
                throw new AssertionError(failed);
            }
            return name;
        }

        // The server belongs to the whole process and is stopped by the library's own hook.
        @SuppressWarnings("resource")
        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
