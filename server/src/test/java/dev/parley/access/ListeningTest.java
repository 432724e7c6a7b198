package dev.parley.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Space;
import dev.parley.store.Store;
import dev.parley.store.sqlite.SqliteStores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever waits for somebody who is gone waits no longer. */
@Timeout(30)
final class ListeningTest {
    private static final Topic NEVER = new Topic.Inbox(Space.DEFAULT, "alice");

    @TempDir Path folder = Path.of("");

    @Test
    void aWaitEndsWhenNobodyListensAnyMore() {
        var clock = InstantSource.system();
        var wakeups = new Wakeups();
        try (var store = new SqliteStores(folder).open(clock, wakeups::wake)) {
            var tokens = new Tokens(store, Ids.random(clock), clock);
            var alice = alice(store, tokens);
            var waits = new Waits(wakeups, tokens);
            var listening = new Listening(wakeups);
            var waited =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return listening.during(
                                            () ->
                                                    waits.on(alice, NEVER, Duration.ofHours(1))
                                                            .until(() -> "nothing", _ -> false));
                                } catch (Exception failed) {
                                    throw new AssertionError(failed);
                                }
                            });
            while (wakeups.waiting() == 0) {
                LockSupport.parkNanos(1_000_000);
            }
            assertThat(waited).isNotDone();
            listening.end();
            assertThat(waited.join()).isEqualTo("nothing");
        }
    }

    private static Principal alice(Store store, Tokens tokens) {
        var agent = new AgentName("alice");
        var wanted = new Tokens.Wanted(Space.DEFAULT, Role.WORKER, "alice", agent, null);
        var id = store.write(tokens.issue(wanted)).row().tokenId();
        return new Principal(id, Space.DEFAULT, Role.WORKER, "alice", agent);
    }
}
