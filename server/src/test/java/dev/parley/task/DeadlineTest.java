package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestClock;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.run.TaskBoard;
import dev.parley.store.Store;
import dev.parley.store.TestStores;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.FrontTable;
import dev.parley.store.table.OpenRouteTable;
import dev.parley.store.table.RouteNameTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What is past its deadline stands in nobody's way, also before a clock has ended it. */
@Timeout(60)
class DeadlineTest {
    private static final List<String> WORDS = List.of("a", "b", "c", "d", "e", "f", "g");
    private static final CrewTable.Key CREW =
            new CrewTable.Key(Space.DEFAULT, new AgentName("bob"), Capabilities.of(WORDS));

    @TempDir Path folder = Path.of("");

    private final TestClock clock = new TestClock();
    private long place;

    static Stream<Function<Path, TestStores>> databases() {
        return Stream.of(SqliteStores::new, _ -> new PostgresStores());
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aWorkerIsGivenWhatCanStillBeDone(TestDatabase database) {
        try (var parley = TestParley.on(database).at(clock).start()) {
            var alice = parley.agent("alice");
            for (int n = 0; n < 20; n++) {
                alice.post(
                                "/api/tasks",
                                "{\"message\":\"late\",\"priority\":9,\"deadline_seconds\":5}")
                        .expect(201);
            }
            alice.post("/api/tasks", "{\"message\":\"good\",\"required_capabilities\":[\"go\"]}")
                    .expect(201);
            clock.advance(Duration.ofSeconds(6));

            var given = parley.agent("bob").post("/api/tasks/claim", "{\"capabilities\":[\"go\"]}");

            assertThat(given.expect(200).json().at("/task/message").asText()).isEqualTo("good");
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void theNextTaskLiesOnARouteWithOneThatCanStillBeDone(Function<Path, TestStores> database) {
        try (var store = database.apply(folder).open(clock, _ -> {})) {
            for (int n = 0; n < 20; n++) {
                put(store, List.of("a"), Duration.ofSeconds(5));
            }
            long other = put(store, List.of("b"), Duration.ofSeconds(9));
            assertThat(next(store)).isNotEqualTo(Optional.of(other));
            clock.advance(Duration.ofSeconds(5));
            assertThat(next(store)).contains(other);
            long same = put(store, List.of("a"), null);
            clock.advance(Duration.ofSeconds(5));
            assertThat(next(store)).contains(same);
            var keys =
                    store.read(
                            sql ->
                                    OpenRouteTable.TABLE.queued(
                                            sql,
                                            new FrontTable.Key(Space.DEFAULT, same),
                                            clock.instant(),
                                            16));
            assertThat(keys).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void soItDoesForAWorkerWithManyRoutes(Function<Path, TestStores> database) {
        try (var store = database.apply(folder).open(clock, _ -> {})) {
            for (int bits = 1; bits < 1 << WORDS.size(); bits++) {
                var words = new ArrayList<String>();
                for (int n = 0; n < WORDS.size(); n++) {
                    if ((bits >> n & 1) == 1) {
                        words.add(WORDS.get(n));
                    }
                }
                put(store, words, Duration.ofSeconds(5));
            }
            long good = put(store, List.of(), null);
            clock.advance(Duration.ofSeconds(6));
            assertThat(next(store)).contains(good);
        }
    }

    private Optional<Long> next(Store store) {
        while (!store.write(new CatchUp(CREW, 0))) {
            Thread.onSpinWait();
        }
        var crew = store.read(sql -> CrewTable.TABLE.find(sql, CREW)).orElseThrow();
        return store.write(tx -> new Fronts(tx).next(crew))
                .map(found -> found.front().key().route());
    }

    /** Queues a task and gives its route. */
    private long put(Store store, List<String> needs, @Nullable Duration lasts) {
        var now = clock.instant();
        var words = Capabilities.of(needs);
        var name = new RouteNameTable.Key(Space.DEFAULT, "", words);
        long route = store.write(tx -> new Routing(tx).route(name));
        place++;
        var task =
                TaskRow.queued(
                        new RunKey(Space.DEFAULT, new RunId("run_" + place)),
                        new TaskRow.Queue("", words, route, 0, place, now),
                        new TaskRow.Terms(
                                3, lasts == null ? null : now.plus(lasts), TaskRow.Contacts.NONE),
                        "user",
                        "owner",
                        now);
        store.write(
                tx -> {
                    TaskBoard.add(tx, task);
                    return true;
                });
        return route;
    }
}
