package dev.parley.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two hubs on one database look for the same circles. */
@Timeout(60)
class CirclesRaceTest {
    private static final int ROUNDS = 3;

    @Test
    void aCircleAcrossRunsIsAskedAboutOnceWhicheverHubFindsIt() {
        var database = new PostgresStores();
        try (var here = TestParley.on(database).start();
                var there = TestParley.on(database).start()) {
            var ann = here.person("ann");
            var after = "";
            for (int round = 0; round < ROUNDS; round++) {
                var dave = here.agent("dave" + round);
                var eve = there.bearer(here.agent("eve" + round).token());
                List.of(ask(dave, "eve" + round), ask(eve, "dave" + round))
                        .forEach(half -> half.join().expect(201));
                here.watch(Duration.ofSeconds(5));
                there.watch(Duration.ofSeconds(5));
                var page = ann.get("/api/questions?wait=30" + after).expect(200);
                assertThat(page.all("items", "guard")).containsExactly("cycle");
                after = "&after=" + page.text("cursor");
            }
            assertThat(ann.get("/api/questions?state=all").elements("items")).hasSize(ROUNDS);
            assertThat(here.owner().get("/api/check").text()).contains("\"ok\":true");
        }
    }

    private static CompletableFuture<Reply> ask(Caller asker, String asked) {
        var path = "/api/runs/" + asker.run("{}") + "/messages";
        return asker.postLater(path, "{\"to\":\"%s\",\"kind\":\"QUERY\"}".formatted(asked));
    }
}
