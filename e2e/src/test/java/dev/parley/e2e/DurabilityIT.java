package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Hub;
import dev.parley.e2e.trace.Strace;
import dev.parley.e2e.trace.SyncBeforeAnswer;
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
