package dev.parley.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.protocol.TopicPattern;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Store;
import dev.parley.store.sqlite.SqliteStores;
import dev.parley.store.table.EventHeadTable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was published is let go, the oldest first, and whoever missed it is told. */
class RetentionTest {
    private static final Principal ALICE =
            new Principal("t", Space.DEFAULT, Role.WORKER, "alice", new AgentName("alice"));
    private static final List<TopicPattern> ALL = List.of(new TopicPattern("**"));

    @TempDir Path folder;

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final InstantSource clock = () -> now;

    @Test
    void whatIsTooOldGoes() {
        try (var store = new SqliteStores(folder).open(clock, _ -> {})) {
            publish(store, 3);
            now = now.plus(Duration.ofHours(2));
            publish(store, 2);
            new Retention(store, clock, Duration.ofHours(1), 0).round();
            var page = new Topics(store).after(Space.DEFAULT, 0, ALL, 10);
            assertThat(page.events())
                    .extracting(event -> event.key().seq())
                    .containsExactly(4L, 5L);
            assertThat(page.gone()).isEqualTo(3);
        }
    }

    @Test
    void whatIsTooMuchGoesAndNothingMore() {
        try (var store = new SqliteStores(folder).open(clock, _ -> {})) {
            publish(store, 1_200);
            long all = head(store).bytes();
            new Retention(store, clock, Duration.ZERO, all / 2).round();
            assertThat(head(store).bytes()).isBetween(all / 2 - all / 1_000, all / 2);
            assertThat(head(store).gone()).isBetween(590L, 610L);
            assertThat(head(store).head()).isEqualTo(1_200);
            publish(store, 1);
            assertThat(head(store).head()).isEqualTo(1_201);
        }
    }

    private static EventHeadTable.Row head(Store store) {
        return store.read(sql -> EventHeadTable.TABLE.of(sql, Space.DEFAULT));
    }

    private static void publish(Store store, int count) {
        var topics = new Topics(store);
        for (int i = 0; i < count; i++) {
            var event = new NewEvent(null, "x", Json.object().put("n", i));
            store.write(topics.publish(ALICE, event));
        }
    }
}
