package dev.parley.store;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** The schema this program knows, and how an older one is brought up to it. */
public final class Schema {
    /** The newest migration in {@code db/}. */
    public static final int VERSION = 4;

    private static final String HISTORY = "flyway_schema_history";

    private Schema() {}

    /**
     * Migrates only when the schema is behind, since starting Flyway takes longer than the rest.
     */
    public static void bringUp(DataSource database, String folder) throws SQLException {
        int present = version(database);
        if (present > VERSION) {
            throw new ParleyException(
                    Problem.STORE_NEWER,
                    "the data was written by a newer Parley (schema "
                            + present
                            + ", this one knows "
                            + VERSION
                            + "); start that version, or restore a backup made with this one");
        }
        if (present < VERSION) {
            Flyway.configure()
                    .dataSource(database)
                    .locations("classpath:db/" + folder)
                    .load()
                    .migrate();
        }
    }

    private static int version(DataSource database) throws SQLException {
        try (var connection = database.getConnection()) {
            try (var tables =
                    connection
                            .getMetaData()
                            .getTables(null, connection.getSchema(), HISTORY, null)) {
                if (!tables.next()) {
                    return 0;
                }
            }
            try (var sql = new Sql(connection)) {
                return (int)
                        sql.number(
                                "SELECT max(CAST(version AS INTEGER)) FROM "
                                        + HISTORY
                                        + " WHERE version IS NOT NULL AND success");
            }
        }
    }
}
