package dev.parley.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestClock;
import dev.parley.TestNanos;
import dev.parley.store.Store;
import dev.parley.store.TestStores;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Hub time is what hubs have watched, and nothing else. */
@Timeout(60)
class HubTimeTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir Path folder = Path.of("");
    private final TestClock clock = new TestClock();
    private final TestNanos nanos = new TestNanos();

    static Stream<Function<Path, TestStores>> databases() {
        return Stream.of(SqliteStores::new, _ -> new PostgresStores());
    }

    @Test
    void itCountsWhatWasWatched() {
        try (var store = sqlite().open();
                var time = HubTime.open(store, nanos)) {
            assertThat(time.now()).isZero();
            nanos.pass(MINUTE, time::tick);
            assertThat(time.now()).isEqualTo(60_000);
            nanos.jump(Duration.ofMillis(300));
            assertThat(time.now()).as("between two ticks").isEqualTo(60_300);
        }
    }

    @Test
    void itIsWatchedWithoutAnybodyAsking() {
        try (var store = sqlite().open();
                var time = HubTime.open(store, nanos)) {
            time.start();
            for (int looks = 0; looks < 20_000 && time.now() <= 2_000; looks++) {
                nanos.jump(SECOND);
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(time.now()).isGreaterThan(2_000);
        }
    }

    @Test
    void aProcessThatWasStoppedForAMinuteHasWatchedTwoSecondsOfItAtMost() {
        try (var store = sqlite().open();
                var time = HubTime.open(store, nanos)) {
            nanos.jump(MINUTE);
            assertThat(time.now()).isEqualTo(2_000);
            time.tick();
            assertThat(time.now()).isEqualTo(2_000);
            nanos.pass(SECOND, time::tick);
            assertThat(time.now()).isEqualTo(3_000);
        }
    }

    @Test
    void settingTheClockChangesNothing() {
        try (var store = sqlite().open(clock, _ -> {});
                var time = HubTime.open(store, nanos)) {
            nanos.pass(SECOND, time::tick);
            clock.advance(Duration.ofHours(1));
            nanos.pass(SECOND, time::tick);
            clock.advance(Duration.ofHours(-2));
            nanos.pass(SECOND, time::tick);
            assertThat(time.now()).isEqualTo(3_000);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aRestartGoesOnWhereItWas(Function<Path, TestStores> database) {
        var stores = database.apply(folder);
        try (var store = stores.open()) {
            try (var time = HubTime.open(store, nanos)) {
                nanos.pass(MINUTE, time::tick);
            }
        }
        nanos.jump(Duration.ofDays(1));
        try (var store = stores.open();
                var time = HubTime.open(store, nanos)) {
            assertThat(time.now()).isEqualTo(60_000);
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void aCrashLosesTheUnsavedSecondsAndGainsNone(Function<Path, TestStores> database) {
        var stores = database.apply(folder);
        try (var store = stores.open()) {
            var crashed = HubTime.open(store, nanos);
            nanos.pass(MINUTE, () -> watch(store, crashed));
            nanos.jump(SECOND);
            assertThat(crashed.now()).isEqualTo(61_000);

            var next = HubTime.open(store, new TestNanos());
            assertThat(next.now())
                    .isBetween(61_000 - HubTime.SAVED_EVERY.toMillis() - 1_000, 60_000L);
        }
    }

    /** Ticks, and lets what it has submitted be decided. */
    private static void watch(Store store, HubTime time) {
        time.tick();
        store.write(_ -> true);
    }

    @Test
    void itIsSavedEveryFewSecondsAndNotAtEveryTick() {
        try (var store = sqlite().open();
                var time = HubTime.open(store, nanos)) {
            long before = store.stats().commands();
            for (int i = 0; i < 60; i++) {
                nanos.pass(SECOND, time::tick);
                time.save().join();
            }
            assertThat(store.stats().commands() - before).isLessThanOrEqualTo(60 + 20);
        }
    }

    @Test
    void twoNodesOnOneDatabaseAdvanceItAtSingleSpeed() {
        var stores = new PostgresStores();
        var there = new TestNanos();
        try (var storeHere = stores.open(clock, _ -> {});
                var storeThere = stores.open();
                var timeHere = HubTime.open(storeHere, nanos);
                var timeThere = HubTime.open(storeThere, there)) {
            for (int i = 0; i < 30; i++) {
                nanos.pass(SECOND, timeHere::tick);
                timeHere.save().join();
                there.pass(SECOND, timeThere::tick);
                timeThere.save().join();
            }
            assertThat(timeHere.now()).isEqualTo(30_000);
            assertThat(timeThere.now()).isEqualTo(30_000);
            assertThat(HubTime.open(storeHere, nanos).now()).isEqualTo(30_000);
        }
    }

    @Test
    void whatOneNodeHasWatchedWhileAnotherWasStoppedCountsForBoth() {
        var stores = new PostgresStores();
        var stopped = new TestNanos();
        try (var storeHere = stores.open();
                var storeThere = stores.open();
                var timeHere = HubTime.open(storeHere, nanos);
                var timeThere = HubTime.open(storeThere, stopped)) {
            nanos.pass(MINUTE, timeHere::tick);
            timeHere.save().join();
            stopped.jump(MINUTE);
            timeThere.tick();
            timeThere.save().join();
            assertThat(timeThere.now()).isEqualTo(60_000);
            assertThat(timeHere.now()).isEqualTo(60_000);
        }
    }

    private SqliteStores sqlite() {
        return new SqliteStores(folder);
    }
}
