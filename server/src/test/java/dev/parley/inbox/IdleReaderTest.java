package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.access.Tokens;
import dev.parley.access.Waits;
import dev.parley.agent.Presence;
import dev.parley.audit.Audit;
import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.clock.HubTime;
import dev.parley.guard.Guards;
import dev.parley.guard.Rates;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Ids;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.Space;
import dev.parley.run.Admission;
import dev.parley.run.Clocks;
import dev.parley.run.NewRun;
import dev.parley.run.Payloads;
import dev.parley.run.Residents;
import dev.parley.run.Runs;
import dev.parley.store.Store;
import dev.parley.store.blob.Blobs;
import dev.parley.store.sqlite.SqliteStores;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever waits for something costs nothing until it comes. */
@Timeout(30)
class IdleReaderTest {
    private static final Ids IDS = Ids.random(InstantSource.system());

    @TempDir Path folder = Path.of("");

    @Test
    void aReaderWhoWaitsAsksTheStoreNothingWhileOthersGetMessages() {
        var stores = new SqliteStores(folder);
        var wakeups = new Wakeups();
        var clock = InstantSource.system();
        try (var store = stores.open(clock, wakeups::wake)) {
            var tokens = new Tokens(store, IDS, clock);
            var waits = new Waits(wakeups, tokens);
            var blobs = new Blobs(store, stores.blobs(), Blobs.Limits.DEFAULT, IDS, clock);
            var payloads = new Payloads(blobs, Payloads.Limits.DEFAULT);
            var admission =
                    new Admission(
                            Guards.STANDARD,
                            new Rates(Rates.Limits.NONE, System::nanoTime),
                            new Audit(store, clock));
            var runs =
                    new Runs(
                            store,
                            waits,
                            payloads,
                            Kinds.standard(),
                            IDS,
                            admission,
                            Clocks.OFF,
                            Residents.NONE);
            var time = HubTime.open(store, System::nanoTime);
            var sharing = new Sharing(store, new Presence(store, time), Clocks.OFF);
            var inbox = new AgentInbox(store, waits, runs, sharing, Clocks.OFF);
            var alice = principal(store, tokens, "alice");
            var bob = principal(store, tokens, "bob");
            var _ = principal(store, tokens, "carol");
            var wanted = new NewRun(RunProtocol.OPEN, Map.of(), null);
            var run = store.write(runs.create(alice, wanted)).row().key().run();
            say(runs, alice, run, "carol");

            long before = store.stats().reads();
            var look = new Look(null, 10, Duration.ofSeconds(20), null);
            var page =
                    CompletableFuture.supplyAsync(
                            () -> inbox.look(bob, "bob", InstanceId.ONLY, look));
            awaitReads(store, before + 1);
            assertThat(wakeups.watched()).contains(new Topic.Inbox(Space.DEFAULT, "bob"));
            for (int i = 0; i < 50; i++) {
                say(runs, alice, run, "carol");
            }
            assertThat(store.stats().reads()).isEqualTo(before + 1);
            say(runs, alice, run, "bob");
            assertThat(page.join().items()).hasSize(1);
        }
    }

    private static void awaitReads(Store store, long count) {
        while (store.stats().reads() < count) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void say(Runs runs, Principal from, RunId run, String to) {
        runs.post(from, run, Draft.to(new Address(to), "message").build());
    }

    private static Principal principal(Store store, Tokens tokens, String name) {
        var agent = new AgentName(name);
        var wanted = new Tokens.Wanted(Space.DEFAULT, Role.WORKER, name, agent, null);
        var id = store.write(tokens.issue(wanted)).row().tokenId();
        return new Principal(id, Space.DEFAULT, Role.WORKER, name, agent);
    }
}
