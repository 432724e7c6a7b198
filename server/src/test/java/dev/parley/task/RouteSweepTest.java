package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestClock;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.store.Store;
import dev.parley.store.TestStores;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.RouteNameTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskStates;
import dev.parley.store.table.TaskTable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Routes without tasks and crews without workers are collected, the others never. */
@Timeout(60)
class RouteSweepTest {
    private static final CrewTable.Key CREW =
            new CrewTable.Key(
                    Space.DEFAULT,
                    new AgentName("bob"),
                    Capabilities.of(List.of("go", "java", "python", "rust")));

    @TempDir Path folder;
    private final TestClock clock = new TestClock();
    private long hubTime = Duration.ofDays(1).toMillis();

    static Stream<Function<Path, TestStores>> databases() {
        return Stream.of(SqliteStores::new, _ -> new PostgresStores());
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aRouteWithoutTasksLosesItsNameAndAnHourLaterIsGone(Function<Path, TestStores> database) {
        try (var store = database.apply(folder).open(clock, _ -> {})) {
            put(store, "go", task -> task);
            put(store, "java", task -> task.parked(true));
            put(store, "python", RouteSweepTest::claimed);
            put(
                    store,
                    "rust",
                    task -> task.ended(TaskStates.Trigger.CANCELLED, "", clock.instant()));
            catchUp(store);
            sweep(store);
            assertThat(count(store, "route_names")).isEqualTo(3);
            assertThat(count(store, "routes")).isEqualTo(4);
            clock.advance(Duration.ofMinutes(59));
            sweep(store);
            assertThat(count(store, "routes")).isEqualTo(4);
            assertThat(count(store, "open_routes")).isEqualTo(4);
            clock.advance(Duration.ofMinutes(2));
            sweep(store);
            assertThat(count(store, "routes")).isEqualTo(3);
            assertThat(count(store, "open_routes")).isEqualTo(3);
            assertThat(crew(store).routes()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void whatIsPutOnARouteInItsLastMomentKeepsIt(Function<Path, TestStores> database) {
        try (var store = database.apply(folder).open(clock, _ -> {})) {
            long old = route(store, "go");
            sweep(store);
            assertThat(route(store, "go")).as("a new one").isGreaterThan(old);
            put(store, old, "go", task -> task);
            catchUp(store);
            clock.advance(Duration.ofHours(2));
            sweep(store);
            assertThat(count(store, "routes WHERE number = " + old)).isEqualTo(1);
            assertThat(count(store, "open_routes WHERE route = " + old)).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aCrewThatNobodyAsksForAnHourIsForgottenAndComesBackWhole(
            Function<Path, TestStores> database) {
        try (var store = database.apply(folder).open(clock, _ -> {})) {
            put(store, "go", task -> task);
            catchUp(store);
            hubTime += Duration.ofMinutes(59).toMillis();
            sweep(store);
            assertThat(count(store, "crews")).isEqualTo(1);
            hubTime += Duration.ofMinutes(2).toMillis();
            sweep(store);
            assertThat(count(store, "crews")).isZero();
            assertThat(count(store, "open_routes")).isZero();
            catchUp(store);
            assertThat(crew(store).routes()).isEqualTo(1);
            assertThat(count(store, "open_routes")).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void whoeverHasLeftMeanwhileIsNotNotedToAsk(Function<Path, TestStores> database) {
        try (var store = database.apply(folder).open(clock, _ -> {})) {
            catchUp(store);
            store.write(new Leave(CREW, hubTime - 1_000));
            assertThat(store.write(new CatchUp(CREW, hubTime, () -> true))).isTrue();
            assertThat(crew(store).lastUsed()).isEqualTo(hubTime - 1_000);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aCrewThatAsksWhileItIsForgottenStaysAndHoldsNothingUp(
            Function<Path, TestStores> database) {
        var asks = new AtomicReference<Runnable>(() -> {});
        var asked = new AtomicReference<CompletableFuture<Boolean>>();
        InstantSource watched =
                () -> {
                    asks.getAndSet(() -> {}).run();
                    return clock.instant();
                };
        try (var store = database.apply(folder).open(watched, _ -> {})) {
            for (var words : sets(List.of("a", "b", "c", "d", "e", "f", "g", "h"))) {
                var name = new RouteNameTable.Key(Space.DEFAULT, "", Capabilities.of(words));
                long route = store.write(tx -> new Routing(tx).route(name));
                put(store, route, "s" + route, task -> task);
            }
            var crew =
                    new CrewTable.Key(
                            Space.DEFAULT,
                            new AgentName("bob"),
                            Capabilities.of(List.of("a", "b", "c", "d", "e", "f", "g", "h")));
            while (!store.write(new CatchUp(crew, hubTime))) {
                Thread.onSpinWait();
            }
            hubTime += Duration.ofHours(2).toMillis();
            long now = hubTime;
            var sweep =
                    new RouteSweep(
                            store,
                            clock,
                            () -> {
                                asks.set(() -> asked.set(store.submit(new CatchUp(crew, now))));
                                return now;
                            });

            sweep.round();
            asked.get().join();

            while (!store.write(new CatchUp(crew, now))) {
                Thread.onSpinWait();
            }
            assertThat(count(store, "open_routes")).isEqualTo(256);
            assertThat(store.read(sql -> CrewTable.TABLE.find(sql, crew)).orElseThrow().routes())
                    .isEqualTo(256);
        }
    }

    /** All that can be made of some words. */
    private static List<List<String>> sets(List<String> words) {
        return IntStream.range(0, 1 << words.size())
                .mapToObj(
                        bits ->
                                IntStream.range(0, words.size())
                                        .filter(n -> (bits >> n & 1) == 1)
                                        .mapToObj(words::get)
                                        .toList())
                .toList();
    }

    private void sweep(Store store) {
        new RouteSweep(store, clock, () -> hubTime).round();
    }

    private void catchUp(Store store) {
        assertThat(store.write(new CatchUp(CREW, hubTime))).isTrue();
    }

    private static CrewTable.Row crew(Store store) {
        return store.read(sql -> CrewTable.TABLE.find(sql, CREW)).orElseThrow();
    }

    private static long route(Store store, String need) {
        var name = new RouteNameTable.Key(Space.DEFAULT, "", Capabilities.of(List.of(need)));
        return store.write(tx -> new Routing(tx).route(name));
    }

    private void put(Store store, String need, UnaryOperator<TaskRow> how) {
        put(store, route(store, need), need, how);
    }

    private void put(Store store, long route, String need, UnaryOperator<TaskRow> how) {
        var now = clock.instant();
        var task =
                TaskRow.queued(
                        new RunKey(Space.DEFAULT, new RunId("run_" + need)),
                        new TaskRow.Queue("", Capabilities.of(List.of(need)), route, 0, 1, now),
                        new TaskRow.Terms(3, null, TaskRow.Contacts.NONE),
                        "user",
                        "owner",
                        now);
        store.write(
                tx -> {
                    tx.rows(TaskTable.TABLE).put(how.apply(task));
                    return true;
                });
    }

    private static TaskRow claimed(TaskRow task) {
        return task.claimed(new TaskRow.Hold(new AgentName("bob"), InstanceId.ONLY, 1, 1));
    }

    private static long count(Store store, String of) {
        return store.read(sql -> sql.number("SELECT count(*) FROM " + of));
    }
}
