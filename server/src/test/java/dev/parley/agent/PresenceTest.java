package dev.parley.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.TestNanos;
import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.clock.HubTime;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Space;
import dev.parley.store.Meta;
import dev.parley.store.Store;
import dev.parley.store.TestStores;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import dev.parley.store.table.InstanceState;
import dev.parley.store.table.InstanceTable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Presence is known without a write per request, and outlives restarts. */
class PresenceTest {
    private static final AgentName NAME = new AgentName("claude");
    private static final InstanceId API = new InstanceId("api");
    private static final Principal CLAUDE =
            new Principal("tok_1", Space.DEFAULT, Role.WORKER, "claude", NAME);

    @TempDir Path folder = Path.of("");
    private final TestNanos nanos = new TestNanos();
    private Store store;
    private HubTime time;
    private Presence presence;

    static Stream<Function<Path, TestStores>> databases() {
        return Stream.of(SqliteStores::new, _ -> new PostgresStores());
    }

    @BeforeEach
    void open() {
        open(new SqliteStores(folder));
    }

    private void open(TestStores stores) {
        store = stores.open();
        time = HubTime.open(store, nanos);
        presence = new Presence(store, time);
    }

    @AfterEach
    void close() {
        time.close();
        store.close();
    }

    @Test
    void aThousandRequestsCostOneWriteInFifteenSeconds() {
        long before = store.stats().commands();
        for (int i = 0; i < 1_000; i++) {
            presence.seen(CLAUDE, API);
        }
        assertThat(store.stats().commands() - before).isEqualTo(1);
        nanos.jump(Duration.ofSeconds(1));
        presence.seen(CLAUDE, API);
        assertThat(store.stats().commands() - before).isEqualTo(1);
    }

    @Test
    void aWaitKeepsItsInstanceThereHoweverLongItTakes() {
        presence.seen(CLAUDE, API);
        pass(14);
        try (var _ = presence.hold(CLAUDE, API)) {
            for (int i = 0; i < 12; i++) {
                pass(5);
                presence.refresh();
                assertThat(online()).containsExactly("api");
            }
        }
        pass(59);
        presence.refresh();
        assertThat(online()).containsExactly("api");
        pass(1);
        presence.refresh();
        assertThat(online()).isEmpty();
    }

    @Test
    void aLookThatWasNotWrittenAtOnceStillCounts() {
        presence.seen(CLAUDE, API);
        pass(14);
        presence.seen(CLAUDE, API);
        pass(1);
        presence.refresh();
        pass(58);
        assertThat(online()).containsExactly("api");
        pass(1);
        assertThat(online()).isEmpty();
    }

    @Test
    void whatIsLeftOpenDoesNotBringBackWhoHasEnded() {
        try (var _ = presence.hold(CLAUDE, API)) {
            presence.say(CLAUDE, NAME, API, InstanceState.END);
            pass(20);
            presence.refresh();
            assertThat(online()).isEmpty();
        }
        presence.seen(CLAUDE, API);
        assertThat(online()).containsExactly("api");
    }

    @Test
    void streamsEndWithTheirInstanceAndOnlyThen() {
        var ended = new ArrayList<String>();
        try (var _ = presence.hold(CLAUDE, API, () -> ended.add("api"));
                var _ = presence.hold(CLAUDE, API, () -> ended.add("api, too"));
                var _ = presence.hold(CLAUDE, new InstanceId("web"), () -> ended.add("web"))) {
            presence.hold(CLAUDE, API, () -> ended.add("closed")).close();
            presence.say(CLAUDE, NAME, API, InstanceState.BUSY);
            assertThat(ended).isEmpty();

            presence.say(CLAUDE, NAME, API, InstanceState.END);
            assertThat(ended).containsExactlyInAnyOrder("api", "api, too");
        }
        presence.say(CLAUDE, NAME, API, InstanceState.END);
        assertThat(ended).hasSize(2);
    }

    /** Where one that another node has seen end comes back unnoticed, it is told to come again. */
    @Test
    void whoHasEndedElsewhereAndListensHereIsThereAgain() {
        var elsewhere = new Presence(store, time);
        presence.seen(CLAUDE, API);
        elsewhere.say(CLAUDE, NAME, API, InstanceState.END);
        var ended = new AtomicInteger();
        try (var _ = presence.hold(CLAUDE, API, ended::incrementAndGet)) {
            pass(20);
            presence.refresh();
            assertThat(ended).hasValue(1);
        }
        try (var _ = presence.hold(CLAUDE, API, ended::incrementAndGet)) {
            assertThat(online()).containsExactly("api");
            pass(20);
            presence.refresh();
            assertThat(ended).hasValue(1);
        }
    }

    @Test
    void aStoreThatKeepsNothingKeepsNobodyFromReading() {
        store.close();
        assertThatNoException()
                .isThrownBy(
                        () -> {
                            presence.seen(CLAUDE, API);
                            presence.hold(CLAUDE, API).close();
                        });
    }

    @ParameterizedTest
    @MethodSource("databases")
    void whoWasThereBeforeARestartIsThereForTheRestOfTheMinute(
            Function<Path, TestStores> database) {
        close();
        var stores = database.apply(folder("restart"));
        open(stores);
        presence.seen(CLAUDE, API);
        pass(50);
        close();
        nanos.jump(Duration.ofHours(1));
        open(stores);
        assertThat(online()).containsExactly("api");
        pass(10);
        assertThat(online()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void whoWasNotSeenForAWeekIsForgotten(Function<Path, TestStores> database) {
        close();
        open(database.apply(folder("week")));
        seen(450);
        watched(Presence.REMEMBERED.toMillis());
        presence.say(CLAUDE, NAME, new InstanceId("i7"), InstanceState.BUSY);
        assertThat(presence.forget()).isFalse();
        assertThat(count()).isEqualTo(450);
        watched(Presence.REMEMBERED.toMillis() + 1);
        assertThat(presence.forget()).isTrue();
        assertThat(presence.forget()).isTrue();
        assertThat(presence.forget()).isFalse();
        assertThat(online()).containsExactly("i7");
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void theLongestSilentInstanceMakesRoomAndThoseThatAreThereDoNot() {
        seen(Presence.MAX_INSTANCES);
        assertThatThrownBy(() -> presence.seen(CLAUDE, API))
                .isInstanceOf(ParleyException.class)
                .hasMessageContaining("256 instances of claude are online");
        presence.say(CLAUDE, NAME, new InstanceId("i7"), InstanceState.END);
        presence.seen(CLAUDE, API);
        assertThat(online()).hasSize(256).contains("api").doesNotContain("i7");
    }

    /** That many instances at once. */
    private void seen(int instances) {
        store.write(
                tx -> {
                    for (int i = 0; i < instances; i++) {
                        var key =
                                new InstanceTable.Key(Space.DEFAULT, NAME, new InstanceId("i" + i));
                        new Sighting(key, null, time.now(), null).decide(tx);
                    }
                    return true;
                });
    }

    private void pass(int seconds) {
        nanos.pass(Duration.ofSeconds(seconds), time::tick);
    }

    /** Goes on as if hubs had watched this long. */
    private void watched(long millis) {
        store.write(
                tx -> {
                    tx.rows(Meta.TABLE).put(new Meta.Entry(Meta.HUB_TIME, Long.toString(millis)));
                    return true;
                });
        time = HubTime.open(store, nanos);
        presence = new Presence(store, time);
    }

    private Path folder(String name) {
        return folder.resolve(name).toFile().mkdir() ? folder.resolve(name) : folder;
    }

    private long count() {
        return store.read(sql -> sql.number("SELECT count(*) FROM instances"));
    }

    private List<String> online() {
        return presence.online(Space.DEFAULT, NAME).stream()
                .map(row -> row.key().instance().value())
                .toList();
    }
}
