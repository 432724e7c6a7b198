package dev.parley.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Reply;
import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two hubs on one database are as one to whoever speaks to either. */
@Timeout(60)
class TwoNodesTest {
    private static final TestClock CLOCK_THERE = new TestClock();
    private static TestParley here;
    private static TestParley there;

    @BeforeAll
    static void start() {
        var database = new PostgresStores();
        here = TestParley.on(database).start();
        there = TestParley.on(database).at(CLOCK_THERE).start();
    }

    @AfterAll
    static void stop() {
        here.close();
        there.close();
    }

    @Test
    void aWaiterOnOneNodeIsWokenByAMessageToAnother() {
        var alice = here.agent("alice");
        var bob = there.agent("bob");
        var run = alice.run("{}");
        var reading = bob.later("/api/runs/" + run + "/messages?wait=15");
        var pulling = bob.postLater("/api/runs/" + run + "/pull", "{\"wait\":15}");
        there.awaitWaiter(run);
        long before = System.nanoTime();
        alice.say(run, "{\"to\":\"bob\"}");
        assertThat(reading.join().expect(200).seqs("items")).containsExactly(1L);
        assertThat(pulling.join().expect(200).seqs("messages")).containsExactly(1L);
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void aMessageSentToBothNodesAtOnceIsNewOnce() {
        var token = here.agent("alice").token();
        var run = here.bearer(token).run("{}");
        var path = "/api/runs/" + run + "/messages";
        for (int i = 0; i < 20; i++) {
            var body = "{\"message_id\":\"m" + i + "\",\"to\":\"bob\"}";
            var replies =
                    List.of(
                            here.bearer(token).postLater(path, body),
                            there.bearer(token).postLater(path, body));
            assertThat(replies.stream().map(reply -> reply.join().status()))
                    .containsExactlyInAnyOrder(200, 201);
        }
        assertThat(here.bearer(token).get(path).seqs("items"))
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 20).boxed().toList());
    }

    @Test
    void aReaderOnOneNodeIsWokenByWhatComesForItOnAnother() {
        var alice = here.agent("alice");
        var dora = there.agent("dora");
        var run = alice.run("{}");
        var reading = dora.later("/api/agents/dora/inbox?wait=15");
        there.awaitReader("dora");
        alice.say(run, "{\"to\":\"dora\"}");
        assertThat(reading.join().expect(200).elements("items")).hasSize(1);
    }

    /** A reader that always goes on behind the last position it saw misses nothing. */
    @Test
    void positionsAreGivenInTheOrderInWhichTheyCanBeSeen() {
        var senders = List.of(here.agent("alice"), there.agent("bob"));
        var eve = here.agent("eve");
        var runs = senders.stream().map(sender -> sender.run("{}")).toList();
        var sending = new ArrayList<CompletableFuture<Reply>>();
        for (int i = 0; i < 100; i++) {
            int who = i % 2;
            var path = "/api/runs/" + runs.get(who) + "/messages";
            sending.add(senders.get(who).postLater(path, "{\"to\":\"eve\"}"));
        }
        long position = 0;
        var seen = new ArrayList<Long>();
        while (seen.size() < 100) {
            var page = eve.get("/api/agents/eve/inbox?wait=15&limit=7&after=" + position);
            page.expect(200)
                    .elements("items")
                    .forEach(item -> seen.add(item.path("position").asLong()));
            position = page.number("position");
        }
        sending.forEach(sent -> sent.join().expect(201));
        assertThat(seen).containsExactlyElementsOf(LongStream.rangeClosed(1, 100).boxed().toList());
    }

    @Test
    void twoPullsOnTwoNodesNeverGetTheSame() {
        var token = here.agent("bob").token();
        var alice = here.agent("alice");
        var run = alice.run("{}");
        for (int i = 0; i < 30; i++) {
            alice.say(run, "{\"to\":\"bob\"}");
        }
        var path = "/api/runs/" + run + "/pull";
        var seen =
                Stream.of(here, there, here, there, here, there, here, there)
                        .map(hub -> hub.bearer(token).postLater(path, "{\"max_items\":5}"))
                        .toList()
                        .stream()
                        .flatMap(reply -> reply.join().expect(200).seqs("messages").stream())
                        .toList();
        assertThat(seen).hasSize(30).doesNotHaveDuplicates();
    }

    @Test
    void aTokenRevokedOnOneNodeIsRefusedByTheOtherWithinASecond() {
        var made = here.owner().post("/api/tokens", "{\"agent\":\"carol\"}").expect(201);
        var carol = there.bearer(made.text("token"));
        carol.get("/api/runs").expect(200);
        here.owner().delete("/api/tokens/" + made.text("token_id")).expect(204);
        CLOCK_THERE.advance(Duration.ofMillis(1_001));
        carol.get("/api/runs").expect(Problem.UNAUTHENTICATED);
    }

    @Test
    void anInstanceThatOneNodeHasSeenIsThereForTheOther() {
        var token = here.agent("dora").token();
        here.bearer(token).put("/api/agents/dora", "{}").expect(201);
        here.bearer(token).post("/api/agents/dora/instances/api/heartbeat", "").expect(200);
        var seen = there.bearer(token).get("/api/agents/dora").expect(200);
        assertThat(seen.all("instances", "online")).containsExactly("true");
        there.bearer(token)
                .post("/api/agents/dora/instances/api/state", "{\"state\":\"end\"}")
                .expect(200);
        assertThat(here.bearer(token).get("/api/agents/dora").all("instances", "online"))
                .containsExactly("false");
    }

    @Test
    void aBlobUploadedToOneNodeIsReadFromTheOther() {
        var token = here.agent("alice").token();
        var up = here.bearer(token).post("/api/blobs", BodyPublishers.ofString("shared"));
        var down = there.bearer(token).get("/api/blobs/" + up.expect(201).text("blob_id"));
        assertThat(down.expect(200).text()).isEqualTo("shared");
    }
}
