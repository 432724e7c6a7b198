package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Hub;
import dev.parley.e2e.trace.Strace;
import dev.parley.e2e.trace.SyncBeforeAnswer;
import dev.parley.e2e.trace.SyncedAnew;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What is acknowledged has been synced. A killed process cannot show that, because the system keeps
 * what it wrote; the order of its calls into the kernel can.
 */
final class DurabilityIT {
    private static final List<String> IDS =
            IntStream.range(0, 30).mapToObj("durable-%03d-x"::formatted).toList();

    @TempDir Path folder;

    @BeforeEach
    void needed() {
        Ability.TRACING.require();
    }

    @Test
    void anFsyncOfTheLogLiesBetweenEveryRowAndItsAnswer() throws IOException {
        assertThat(violations("full")).isEmpty();
    }

    @Test
    void theSameTestFailsForAStoreThatDoesNotSync() throws IOException {
        assertThat(violations("off")).hasSameSizeAs(IDS).allMatch(v -> v.contains("no sync"));
    }

    /**
     * A log that was left behind may hold what the disk has refused to sync; the system forgets
     * that, so the hub may not build upon it.
     */
    @Test
    void whatAKilledHubLeftIsWrittenAndSyncedAnewBeforeAnythingIsTaken() throws IOException {
        var data = folder.resolve("data");
        Conversation conversation;
        try (var hub = Hub.on(data).start()) {
            conversation = Conversation.on(hub);
            assertThat(conversation.say(hub, "left-behind").status()).isEqualTo(201);
            hub.kill();
        }
        var trace = folder.resolve("trace");
        try (var hub = Hub.on(data).under(Strace.command(trace)).start()) {
            assertThat(conversation.say(hub, "added").status()).isEqualTo(201);
            assertThat(conversation.ids(hub)).containsExactly("left-behind", "added");
            hub.stop();
        }
        assertThat(new SyncBeforeAnswer(Strace.read(trace)).violations(List.of("added"))).isEmpty();
        assertThat(SyncedAnew.before(Strace.read(trace), "listening on")).isTrue();
    }

    private List<String> violations(String synchronous) throws IOException {
        var trace = folder.resolve("trace");
        try (var hub =
                Hub.on(folder.resolve("data"))
                        .with("store.synchronous", synchronous)
                        .under(Strace.command(trace))
                        .start()) {
            var conversation = Conversation.on(hub);
            for (var id : IDS) {
                assertThat(conversation.say(hub, id).status()).isEqualTo(201);
            }
            hub.stop();
        }
        return new SyncBeforeAnswer(Strace.read(trace)).violations(IDS);
    }
}
