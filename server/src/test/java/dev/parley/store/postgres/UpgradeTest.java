package dev.parley.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** What an older Parley has kept is brought up to date, whatever was said in it. */
class UpgradeTest {
    private static final String RUN =
            "INSERT INTO runs (space, run_id, session_id, protocol, status, head, created_by,"
                    + " created_at) VALUES ('default', 'run_1', 'ses_1', 'open', 'running', 3, 'x', 1)";
    private static final String MESSAGE =
            "INSERT INTO messages (space, run_id, message_id, seq, kind, created_at, checksum,"
                    + " digest, body) VALUES ('default', 'run_1', ?, ?, 'message', 1, 1, '', ?)";

    @Test
    void zeroCharactersInMessagesDoNotKeepThemFromBeingCounted() throws Exception {
        PostgresStores.execute("CREATE DATABASE parley_of_old");
        var url = "jdbc:postgresql://localhost:%d/parley_of_old?user=postgres";
        var dialect = new PostgresDialect(url.formatted(PostgresStores.port()));
        Flyway.configure()
                .dataSource(url.formatted(PostgresStores.port()), null, null)
                .locations("classpath:db/postgres")
                .target("3")
                .load()
                .migrate();
        try (var sql = dialect.connect()) {
            sql.update(RUN);
            sql.update(MESSAGE, "m1", 1L, body("request", "a zero \\u0000, a half \\uD800"));
            sql.update(MESSAGE, "m2", 2L, body("inform", "no zero \\\\u0000"));
            sql.update(MESSAGE, "m3", 3L, body("ack", "\\u0000"));
        }

        dialect.prepare();

        try (var sql = dialect.connect()) {
            assertThat(sql.number("SELECT internal FROM runs")).isEqualTo(2);
            assertThat(sql.number("SELECT spoken FROM runs")).isEqualTo(2);
        }
    }

    private static String body(String act, String summary) {
        return "{\"act\":\"%s\",\"summary\":\"%s\",\"visibility\":\"internal\"}"
                .formatted(act, summary);
    }
}
