package dev.parley.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data that a newer Parley has written is left alone. */
class SchemaTest {
    private static final String NEWER =
            "INSERT INTO flyway_schema_history (installed_rank, version, description, type, script,"
                    + " installed_by, execution_time, success)"
                    + " VALUES (99, '99', 'later', 'SQL', 'V99', 'test', 0, %s)";

    @TempDir Path folder;

    @Test
    void aNewerSqliteSchemaIsRefusedInASentence() throws Exception {
        var stores = new SqliteStores(folder);
        execute("jdbc:sqlite:" + folder.resolve("parley.db"), NEWER.formatted("1"));
        assertRefused(stores);
    }

    @Test
    void aNewerPostgresSchemaIsRefusedInASentence() throws Exception {
        var stores = new PostgresStores();
        execute(stores.url(), NEWER.formatted("true"));
        assertRefused(stores);
    }

    private static void execute(String url, String statement) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var sql = connection.createStatement()) {
            sql.execute(statement);
        }
    }

    private static void assertRefused(TestStores stores) {
        assertThatThrownBy(() -> stores.open().close())
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        refusal -> {
                            assertThat(refusal.problem()).isEqualTo(Problem.STORE_NEWER);
                            assertThat(refusal.detail()).contains("newer Parley", "schema 99");
                        });
    }
}
