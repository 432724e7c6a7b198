package dev.parley.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.Test;

/** A server that may forget what it has acknowledged is not used. */
class UnfitServerTest {
    @Test
    void aServerThatDoesNotWaitForItsDiskIsRefused() {
        var stores = new PostgresStores();
        PostgresStores.execute("ALTER DATABASE " + stores.name() + " SET synchronous_commit = off");
        assertRefused(stores.dialect(), "synchronous_commit=off");
    }

    @Test
    void aServerThatNeverSyncsIsRefused() throws Exception {
        try (var server =
                EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "off")
                        .setServerConfig("synchronous_commit", "on")
                        .start()) {
            var url = server.getJdbcUrl("postgres", "postgres");
            assertRefused(new PostgresDialect(url), "fsync=off");
        }
    }

    private static void assertRefused(PostgresDialect dialect, String why) {
        assertThatThrownBy(dialect::prepare)
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        refusal -> {
                            assertThat(refusal.problem()).isEqualTo(Problem.STORE_UNFIT);
                            assertThat(refusal.detail()).contains(why);
                        });
    }
}
