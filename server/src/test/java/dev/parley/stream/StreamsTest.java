package dev.parley.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.store.postgres.PostgresStores;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams hold: nothing is lost or doubled, nobody waits for anybody, and they end when told. */
@Timeout(60)
class StreamsTest {
    private static final int MESSAGES = 600;

    /** As many of 40 KB as no socket takes in. */
    private static final int LARGE = 300;

    @Test
    void nothingIsLostOrDoubledOverReconnectsWhileOthersWrite() {
        try (var parley = TestParley.start()) {
            var alice = parley.agent("alice");
            var run = alice.run("{}");
            var path = "/api/runs/" + run + "/events?after=0";
            var writing =
                    List.of(
                            CompletableFuture.runAsync(() -> say(alice, run, MESSAGES / 2, "{}")),
                            CompletableFuture.runAsync(() -> say(alice, run, MESSAGES / 2, "{}")));
            var seen = new ArrayList<Long>();
            var last = "0";
            for (int part = 1; seen.size() < MESSAGES; part = part % 97 + 13) {
                try (var events = EventStream.resume(alice, path, last)) {
                    seen.addAll(events.seqs(Math.min(part, MESSAGES - seen.size())));
                    last = events.lastId();
                }
            }
            writing.forEach(CompletableFuture::join);
            assertThat(seen).containsExactlyElementsOf(upTo(MESSAGES));
        }
    }

    @Test
    void whoeverDoesNotReadDelaysNobodyIsCutAndResumes() throws IOException {
        try (var parley = TestParley.with("streams.pulse-seconds", "1").start()) {
            var alice = parley.agent("alice");
            var run = alice.run("{}");
            var path = "/api/runs/" + run + "/events?after=0";
            var large = "{\"text\":\"" + "x".repeat(40_000) + "\"}";
            try (var stuck = unread(alice, path);
                    var other = EventStream.open(alice, path)) {
                var writing = CompletableFuture.runAsync(() -> say(alice, run, LARGE, large));
                assertThat(other.seqs(LARGE)).containsExactlyElementsOf(upTo(LARGE));
                writing.join();
                // Its write has been stuck for a whole pulse by then, so it is cut before it reads.
                for (int pulse = 0; pulse < 4; pulse++) {
                    awaitPulse(other);
                }
                var got = new String(stuck.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                got = got.substring(0, got.lastIndexOf("\n\n"));
                var last = got.substring(got.lastIndexOf("\nid: ") + 5).split("\n", 2)[0];
                int whole = got.split("event: agent_message", -1).length - 1;
                assertThat(whole).isBetween(1, LARGE - 1);
                try (var resumed = EventStream.resume(alice, path, last)) {
                    assertThat(resumed.seqs(1)).containsExactly(whole + 1L);
                }
            }
        }
    }

    @Test
    void aBurstThatNoQueueHoldsIsReadFromTheStore() {
        try (var parley = TestParley.start()) {
            var alice = parley.agent("alice");
            var run = alice.run("{}");
            try (var events = EventStream.open(alice, "/api/runs/" + run + "/events")) {
                say(alice, run, MESSAGES, "{}");
                assertThat(events.seqs(MESSAGES)).containsExactlyElementsOf(upTo(MESSAGES));
            }
        }
    }

    @Test
    void idleStreamsCostNoQueries() {
        try (var parley = TestParley.with("streams.pulse-seconds", "1").start()) {
            var alice = parley.agent("alice");
            var run = alice.run("{}");
            var open = new ArrayList<EventStream>();
            for (int i = 0; i < 20; i++) {
                open.add(EventStream.open(alice, "/api/runs/" + run + "/events"));
            }
            awaitPulse(open.getLast());
            long before = parley.reads();
            open.forEach(StreamsTest::awaitPulse);
            assertThat(parley.reads() - before).as("the hub's own looks alone").isLessThan(5);
            alice.say(run, "{\"to\":\"bob\"}");
            open.forEach(events -> assertThat(events.seqs(1)).containsExactly(1L));
            assertThat(parley.reads() - before).as("one read for all of them").isLessThan(10);
            open.forEach(EventStream::close);
        }
    }

    @Test
    void aPulseMovesWhereAQuietStreamResumes() {
        try (var parley = TestParley.with("streams.pulse-seconds", "1").start()) {
            var alice = parley.agent("alice");
            var quiet = alice.run("{}");
            try (var events = EventStream.open(alice, "/api/runs/" + quiet + "/events")) {
                say(alice, alice.run("{}"), 3, "{}");
                var pulse = awaitPulse(events);
                say(alice, quiet, 1, "{}");
                try (var resumed = EventStream.resume(alice, "/api/feed", pulse)) {
                    assertThat(resumed.expect("agent_message").data().path("run_id").asText())
                            .isEqualTo(quiet);
                }
            }
        }
    }

    @Test
    void revokingATokenEndsItsStreams() {
        try (var parley = TestParley.start()) {
            var made = parley.owner().post("/api/tokens", "{\"agent\":\"bob\"}").expect(201);
            var bob = parley.bearer(made.text("token"));
            var run = parley.owner().run("{}");
            try (var feed = EventStream.open(bob, "/api/feed");
                    var other = EventStream.open(parley.owner(), "/api/feed")) {
                parley.owner().delete("/api/tokens/" + made.text("token_id")).expect(204);
                assertThat(feed.next()).isEmpty();
                bob.get("/api/feed").expect(Problem.UNAUTHENTICATED);
                say(parley.owner(), run, 1, "{}");
                assertThat(other.seqs(1)).containsExactly(1L);
            }
        }
    }

    @Test
    void aStreamEndsWhenItsTokenExpires() {
        var clock = new TestClock();
        try (var parley = TestParley.with("streams.pulse-seconds", "1").at(clock).start()) {
            var bob = parley.token("{\"agent\":\"bob\",\"expires_in_days\":1}");
            try (var feed = EventStream.open(bob, "/api/feed")) {
                clock.advance(Duration.ofDays(2));
                assertThat(feed.next()).isEmpty();
            }
        }
    }

    @Test
    void streamsEndCleanlyWhenTheHubStops() {
        var parley = TestParley.start();
        try (var feed = EventStream.open(parley.owner(), "/api/feed")) {
            long before = System.nanoTime();
            parley.close();
            assertThat(feed.next()).isEmpty();
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void streamsHaveBoundsOfTheirOwn() {
        try (var parley =
                TestParley.with("streams.max", "3").with("streams.max-per-token", "2").start()) {
            var alice = parley.agent("alice");
            try (var _ = EventStream.open(alice, "/api/feed");
                    var _ = EventStream.open(alice, "/api/feed")) {
                assertThat(alice.get("/api/feed").expect(Problem.RATE_LIMITED).text("detail"))
                        .contains("2 streams");
                try (var _ = EventStream.open(parley.owner(), "/api/feed")) {
                    parley.owner().get("/api/feed").expect(Problem.TOO_MANY_STREAMS);
                    alice.get("/api/runs").expect(200);
                }
            }
        }
    }

    @Test
    void aChangeWrittenThroughAnotherHubOnTheSameDatabaseArrives() {
        var database = new PostgresStores();
        try (var here = TestParley.on(database).start();
                var there = TestParley.on(database).start()) {
            var made = here.owner().post("/api/tokens", "{\"agent\":\"bob\"}").expect(201);
            var bob = there.bearer(made.text("token"));
            var alice = here.agent("alice");
            var run = alice.run("{}");
            try (var events = EventStream.open(bob, "/api/runs/" + run + "/events")) {
                say(alice, run, 50, "{}");
                assertThat(events.seqs(50)).containsExactlyElementsOf(upTo(50));
                var last = events.lastId();
                say(there.bearer(alice.token()), run, 1, "{}");
                assertThat(events.seqs(1)).containsExactly(51L);
                try (var elsewhere =
                        EventStream.resume(
                                here.bearer(bob.token()), "/api/runs/" + run + "/events", last)) {
                    assertThat(elsewhere.seqs(1)).containsExactly(51L);
                }
                here.owner().delete("/api/tokens/" + made.text("token_id")).expect(204);
                assertThat(events.next()).isEmpty();
            }
        }
    }

    private static void say(Caller caller, String run, int count, String payload) {
        for (int i = 0; i < count; i++) {
            caller.say(run, "{\"to\":\"bob\",\"payload\":" + payload + "}");
        }
    }

    private static List<Long> upTo(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    /** Reads until a sign of life with an id; gives the id. */
    private static String awaitPulse(EventStream events) {
        while (true) {
            var line = events.line();
            if (line.startsWith("id: ")) {
                return line.substring(4);
            }
        }
    }

    /** Asks for a stream and reads nothing of it. */
    private static Socket unread(Caller caller, String path) throws IOException {
        var url = URI.create(caller.url());
        var socket = new Socket();
        socket.setReceiveBufferSize(4 * 1024);
        socket.connect(new InetSocketAddress(url.getHost(), url.getPort()));
        var request =
                "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n"
                        .formatted(path, url.getAuthority(), caller.token());
        socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
        return socket;
    }
}
