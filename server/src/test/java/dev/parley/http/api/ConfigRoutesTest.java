package dev.parley.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.store.postgres.PostgresStores;
import org.junit.jupiter.api.Test;

class ConfigRoutesTest {
    @Test
    void theOwnerSeesEveryValueAndWhereItCameFrom() {
        try (var parley = TestParley.with("store.read-threads", "3").start()) {
            var config = parley.owner().get("/api/config").expect(200);

            assertThat(item(config, "store.read-threads"))
                    .contains("\"value\":\"3\"", "\"source\":\"flag\"")
                    .contains("\"from\":\"--set store.read-threads\"");
            assertThat(item(config, "blobs.max-size"))
                    .contains("\"value\":\"1 GiB\"", "\"source\":\"default\"");
            assertThat(config.all("items", "about")).allMatch(about -> !about.isBlank());
        }
    }

    @Test
    void aPasswordIsNotShown() {
        var url = new PostgresStores().url() + "&password=hunter2";
        try (var parley = TestParley.with("store.url", url).start()) {
            var config = parley.owner().get("/api/config").expect(200);

            assertThat(item(config, "store.url")).contains("password=***");
            assertThat(config.text()).doesNotContain("hunter2");
        }
    }

    @Test
    void itBelongsToTheOwnerOfTheHub() {
        try (var parley = TestParley.start()) {
            var chief = parley.token("{\"role\":\"owner\",\"space\":\"other\"}");
            chief.get("/api/config").expect(Problem.FORBIDDEN);
            chief.get("/api/audit/verify").expect(Problem.FORBIDDEN);
        }
    }

    private static String item(Reply config, String key) {
        return config.elements("items").stream()
                .filter(item -> item.path("key").asText().equals(key))
                .findFirst()
                .orElseThrow()
                .toString();
    }
}
