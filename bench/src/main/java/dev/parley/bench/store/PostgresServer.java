package dev.parley.bench.store;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL server for the time of a measurement, or databases on one that is there already. */
public final class PostgresServer implements AutoCloseable {
    private static final String PREFIX = "parley_bench_";

    private final @Nullable EmbeddedPostgres own;
    private final String url;
    private final List<String> made = new ArrayList<>();

    private PostgresServer(@Nullable EmbeddedPostgres own, String url) {
        this.own = own;
        this.url = url;
    }

    /** A server of its own that keeps its data in this folder and syncs it as it should. */
    public static PostgresServer in(Path folder) throws IOException {
        var server =
                EmbeddedPostgres.builder()
                        .setDataDirectory(folder)
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("max_connections", "200")
                        .setOutputRedirector(Redirect.DISCARD)
                        .setErrorRedirector(Redirect.DISCARD)
                        .start();
        return new PostgresServer(
                server,
                "jdbc:postgresql://localhost:" + server.getPort() + "/postgres?user=postgres");
    }

    /** The server at a {@code jdbc:postgresql:} address whose user may create databases. */
    public static PostgresServer at(String url) {
        return new PostgresServer(null, url);
    }

    Base database(String name) throws SQLException {
        var full = PREFIX + name;
        execute("DROP DATABASE IF EXISTS " + full);
        execute("CREATE DATABASE " + full);
        made.add(full);
        return Base.onPostgres(url.replaceFirst("(://[^/]+/)[^?]*", "$1" + full));
    }

    private void execute(String statement) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    @Override
    public void close() throws IOException, SQLException {
        if (own != null) {
            own.close();
        } else {
            for (var name : made) {
                execute("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
            }
        }
    }
}
