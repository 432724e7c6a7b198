package dev.parley.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestClock;
import dev.parley.TestParley;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two hubs on one database, whose clocks on the wall differ by an hour, look after acks as one. */
@Timeout(120)
class AckRaceTest {
    private static final int MESSAGES = 60;
    private static final int PATIENCE = 30;

    @Test
    void whatIsNotAckedComesAgainAsOftenAsItShouldHoweverManyLookAfterIt() {
        var database = new PostgresStores();
        var late = new TestClock();
        late.advance(Duration.ofHours(1));
        try (var here = TestParley.on(database).at(new TestClock()).start();
                var there = TestParley.on(database).at(late).start()) {
            var alice = here.agent("alice");
            var bob = there.agent("bob");
            var run = alice.run("{\"participants\":{\"a\":\"alice\",\"b\":\"bob\"}}");
            for (int i = 0; i < MESSAGES; i++) {
                alice.say(run, "{\"to\":\"bob\",\"requires_ack\":true}");
            }
            bob.post("/api/runs/" + run + "/pull", "{\"max_items\":500}").expect(200);
            for (int times = 1; times <= 3; times++) {
                assertThat(attempts(here.owner())).isEqualTo(each(times));
                bob.post("/api/agents/bob/instances/a/heartbeat", "{}").expect(200);
                pass(here, there);
            }
            assertThat(attempts(here.owner())).isEqualTo(each(3));
            assertThat(alice.get("/api/agents/alice/inbox?limit=500").elements("items"))
                    .as("its sender is told of each once")
                    .hasSize(MESSAGES);
            assertThat(here.owner().get("/api/check").elements("findings")).isEmpty();
        }
    }

    /** Both watch the time pass, and then both look at once. */
    private static void pass(TestParley here, TestParley there) {
        for (int i = 0; i < PATIENCE; i++) {
            here.pass(Duration.ofSeconds(1));
            there.pass(Duration.ofSeconds(1));
        }
        Stream.of(here, there, here, there, here, there)
                .map(hub -> CompletableFuture.runAsync(hub::lookAfterAcks))
                .toList()
                .forEach(CompletableFuture::join);
    }

    private static List<Integer> attempts(Caller owner) {
        return owner.get("/api/agents/bob/inbox?after=0&limit=500").elements("items").stream()
                .map(item -> item.path("attempt").asInt())
                .sorted()
                .toList();
    }

    private static List<Integer> each(int times) {
        return IntStream.rangeClosed(1, times)
                .boxed()
                .flatMap(attempt -> Collections.nCopies(MESSAGES, attempt).stream())
                .toList();
    }
}
