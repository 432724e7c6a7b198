package dev.parley.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestClock;
import dev.parley.agent.Presence;
import dev.parley.clock.HubTime;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Space;
import dev.parley.store.Store;
import dev.parley.store.TestStores;
import dev.parley.store.blob.Blobs;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import dev.parley.store.table.AnswerTable;
import dev.parley.store.table.Once;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What nobody needs any more is forgotten, however much of it there is. */
class UpkeepTest {
    @TempDir Path folder;
    private final TestClock clock = new TestClock();

    static Stream<Function<Path, TestStores>> databases() {
        return Stream.of(SqliteStores::new, _ -> new PostgresStores());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void oldAnswersAndOldBlobsAreForgottenAndYoungOnesKept(Function<Path, TestStores> database) {
        var stores = database.apply(folder);
        try (var store = stores.open(clock, _ -> {})) {
            var limits = new Blobs.Limits(1 << 20, 1 << 20, Duration.ofHours(24));
            var blobs = new Blobs(store, stores.blobs(), limits, Ids.random(clock), clock);
            IntStream.range(0, 450)
                    .mapToObj(i -> answer(store, "old" + i))
                    .toList()
                    .forEach(CompletableFuture::join);
            for (int i = 0; i < 101; i++) {
                blobs.store(Space.DEFAULT, "test", "text/plain", InputStream.nullInputStream());
            }
            clock.advance(Duration.ofHours(24).plusMillis(1));
            answer(store, "young").join();
            blobs.store(Space.DEFAULT, "test", "text/plain", InputStream.nullInputStream());
            try (var time = HubTime.open(store, () -> 0)) {
                new Upkeep(store, blobs, new Presence(store, time)).round();
            }
            assertThat(count(store, "SELECT count(*) FROM answers")).isEqualTo(1);
            assertThat(count(store, "SELECT count(*) FROM blobs")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void theNewestCallsOfToolsAreKeptInEachSpace(Function<Path, TestStores> database) {
        var stores = database.apply(folder);
        try (var store = stores.open(clock, _ -> {})) {
            var limits = new Blobs.Limits(1 << 20, 1 << 20, Duration.ofHours(24));
            var blobs = new Blobs(store, stores.blobs(), limits, Ids.random(clock), clock);
            calls(store, "busy", 10_450);
            calls(store, "calm", 10);
            try (var time = HubTime.open(store, () -> 0)) {
                new Upkeep(store, blobs, new Presence(store, time)).round();
            }
            assertThat(count(store, "SELECT count(*) FROM tool_records")).isEqualTo(10_010);
            assertThat(
                            count(
                                    store,
                                    "SELECT min(started_at) FROM tool_records WHERE space = 'busy'"))
                    .isEqualTo(451);
        }
    }

    private static void calls(Store store, String space, int count) {
        store.write(
                tx ->
                        tx.sql()
                                .update(
                                        "INSERT INTO tool_records (space, run_id, call_id, tool,"
                                                + " agent, status, started_at) WITH RECURSIVE n(i)"
                                                + " AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
                                                + " WHERE i < "
                                                + count
                                                + ") SELECT '"
                                                + space
                                                + "', 'run_1', 'call_' || i, 'search', 'alice',"
                                                + " 'completed', i FROM n"));
    }

    private static CompletableFuture<?> answer(Store store, String key) {
        return store.submit(
                new Once<>(
                        new AnswerTable.Key("agent:alice", "POST /api/runs", key),
                        "digest",
                        _ -> true,
                        _ -> new Once.Answer(201, "{}")));
    }

    private static long count(Store store, String query) {
        return store.read(sql -> sql.number(query));
    }
}
