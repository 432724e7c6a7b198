package dev.parley.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import java.sql.DriverManager;
import org.junit.jupiter.api.Test;

/** What a newer node has written may be beyond this one. */
class UnreadableRowTest {
    @Test
    void aRunThatCannotBeReadIsItsOwnTroubleAlone() throws Exception {
        var stores = new PostgresStores();
        try (var parley = TestParley.on(stores).start()) {
            var owner = parley.owner();
            var strange = owner.run("{}");
            var usual = owner.run("{}");
            owner.say(strange, "{\"to\":\"bob\"}");
            try (var connection = DriverManager.getConnection(stores.url());
                    var sql = connection.createStatement()) {
                sql.execute(
                        "UPDATE runs SET status = 'unheard-of' WHERE run_id = '" + strange + "'");
            }
            var refused = owner.post("/api/runs/" + strange + "/messages", "{\"to\":\"bob\"}");
            assertThat(refused.status()).isNotEqualTo(201);
            owner.post("/api/runs/" + usual + "/messages", "{\"to\":\"bob\"}").expect(201);
            owner.get("/health").expect(200);
        }
    }
}
