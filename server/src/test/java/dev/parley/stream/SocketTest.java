package dev.parley.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.Caller;
import dev.parley.TestParley;
import java.net.http.WebSocketHandshakeException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One connection carries as many runs and agents as it subscribes to. */
@Timeout(30)
class SocketTest {
    private static TestParley parley;
    private static Caller alice;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @Test
    void aMessageIsToldOnceHoweverManySubscriptionsItBelongsTo() {
        var bob = parley.agent("bob");
        var run = alice.run("{}");
        var other = alice.run("{}");
        try (var socket = TestSocket.of(parley, bob.token())) {
            socket.send(
                    "{\"op\":\"subscribe\",\"runs\":[\"%s\",\"%s\"],\"agents\":[\"bob\"]}"
                            .formatted(run, other));
            var subscribed = socket.expect("subscribed");
            assertThat(subscribed.path("data").path("runs")).hasSize(2);
            alice.say(run, "{\"to\":\"bob\",\"message_id\":\"m1\"}");
            alice.say(other, "{\"to\":\"carol\",\"kind\":\"plan_update\"}");
            var told = socket.expect("agent_message");
            assertThat(told.fieldNames())
                    .toIterable()
                    .containsExactly("event", "id", "sessionId", "data");
            assertThat(told.path("sessionId")).isEqualTo(told.path("data").path("session_id"));
            assertThat(told.path("data").path("message_id").asText()).isEqualTo("m1");
            assertThat(socket.expect("agent_message").has("id")).isFalse();
            assertThat(socket.expect("agent_progress").has("id")).isTrue();
        }
    }

    @Test
    void whoeverCannotSendAHeaderSaysInTheFirstFrameWhoItIs() {
        var run = alice.run("{}");
        try (var socket = TestSocket.open(parley)) {
            socket.send("{\"op\":\"auth\",\"token\":\"" + alice.token() + "\"}");
            socket.follow(run);
            alice.say(run, "{\"to\":\"bob\"}");
            assertThat(socket.seqs(1)).containsExactly(1L);
        }
    }

    @Test
    void aStrangerIsShownOut() {
        for (var first :
                List.of(
                        "{\"op\":\"auth\",\"token\":\"wrong\"}",
                        "{\"op\":\"ping\"}",
                        "{\"op\":\"subscribe\",\"runs\":[\"r\"]}",
                        "{")) {
            try (var socket = TestSocket.open(parley)) {
                socket.send(first);
                assertThat(socket.expectProblem()).isIn("unauthenticated", "bad-json");
                assertThat(socket.status()).isEqualTo(1008);
            }
        }
        assertThatThrownBy(() -> TestSocket.of(parley, "wrong"))
                .hasCauseInstanceOf(WebSocketHandshakeException.class);
        assertThatThrownBy(
                        () ->
                                TestSocket.open(
                                        parley,
                                        "Authorization",
                                        "Bearer " + alice.token(),
                                        "Origin",
                                        "http://evil.example"))
                .hasCauseInstanceOf(WebSocketHandshakeException.class);
    }

    @Test
    void aMistakeIsToldAndTheConnectionStays() {
        var eve = parley.agent("eve");
        var secret =
                alice.run("{\"protocol\":\"managed\",\"participants\":{\"manager\":\"alice\"}}");
        var run = alice.run("{}");
        try (var socket = TestSocket.of(parley, eve.token())) {
            socket.send("{\"op\":\"subscribe\",\"runs\":[\"" + secret + "\"]}");
            assertThat(socket.expectProblem()).isEqualTo("forbidden");
            socket.send("{\"op\":\"subscribe\",\"agents\":[\"alice\"]}");
            assertThat(socket.expectProblem()).isEqualTo("forbidden");
            socket.send("{\"op\":\"subscribe\",\"runs\":[\"none\"]}");
            assertThat(socket.expectProblem()).isEqualTo("unknown-run");
            socket.send("{\"op\":\"subscribe\",\"runs\":[\"" + run + "\"],\"after\":\"x\"}");
            assertThat(socket.expectProblem()).isEqualTo("bad-value");
            for (var bad :
                    List.of(
                            "[]",
                            "{}",
                            "{\"op\":\"dance\"}",
                            "{\"op\":\"subscribe\"}",
                            "{\"op\":\"subscribe\",\"runs\":[1]}",
                            "{\"op\":\"subscribe\",\"runs\":[\"a/b\"]}")) {
                socket.send(bad);
                assertThat(socket.expectProblem()).isEqualTo("bad-value");
            }
            socket.send("nonsense");
            assertThat(socket.expectProblem()).isEqualTo("bad-json");
            socket.send("{\"op\":\"ping\"}");
            socket.expect("pong");
            socket.follow(run);
            alice.say(run, "{\"to\":\"eve\"}");
            assertThat(socket.seqs(1)).containsExactly(1L);
        }
    }

    @Test
    void whatIsNoTextOrTooLargeEndsTheConnection() {
        try (var socket = TestSocket.of(parley, alice.token())) {
            socket.sendBinary(new byte[] {1});
            assertThat(socket.status()).isEqualTo(1003);
        }
        try (var socket = TestSocket.of(parley, alice.token())) {
            socket.send("{\"op\":\"" + "x".repeat(100_000) + "\"}");
            assertThat(socket.status()).isEqualTo(1009);
        }
    }

    @Test
    void aConnectionResumesEachOfItsSubscriptionsWhereItSays() {
        var first = alice.run("{}");
        var second = alice.run("{}");
        String seen;
        try (var socket = TestSocket.of(parley, alice.token()).follow(first)) {
            alice.say(first, "{\"to\":\"bob\"}");
            seen = socket.expect("agent_message").path("id").asText();
        }
        for (int i = 0; i < 5; i++) {
            alice.say(first, "{\"to\":\"bob\"}");
            alice.say(second, "{\"to\":\"bob\"}");
        }
        try (var socket = TestSocket.of(parley, alice.token())) {
            var subscribe = "{\"op\":\"subscribe\",\"runs\":[\"%s\"],\"after\":\"%s\"}";
            socket.send(subscribe.formatted(first, seen));
            socket.expect("subscribed");
            assertThat(socket.seqs(5)).containsExactly(2L, 3L, 4L, 5L, 6L);
            socket.send(subscribe.formatted(second, seen));
            socket.expect("subscribed");
            assertThat(socket.seqs(5)).containsExactly(1L, 2L, 3L, 4L, 5L);
            alice.say(first, "{\"to\":\"bob\"}");
            alice.say(second, "{\"to\":\"bob\"}");
            assertThat(socket.seqs(2)).containsExactly(7L, 6L);
            socket.send("{\"op\":\"unsubscribe\",\"runs\":[\"" + first + "\"]}");
            socket.expect("unsubscribed");
            alice.say(first, "{\"to\":\"bob\"}");
            alice.say(second, "{\"to\":\"bob\"}");
            assertThat(socket.seqs(1)).containsExactly(7L);
        }
    }

    @Test
    void subscribingToMoreLosesAndDoublesNothingOfWhatIsFollowedAlready() {
        var run = alice.run("{}");
        int messages = 200;
        try (var socket = TestSocket.of(parley, alice.token()).follow(run)) {
            var writing =
                    CompletableFuture.runAsync(
                            () -> {
                                for (int i = 0; i < messages; i++) {
                                    alice.say(run, "{\"to\":\"bob\"}");
                                }
                            });
            for (int i = 0; i < 50; i++) {
                socket.send("{\"op\":\"subscribe\",\"agents\":[\"alice\"]}");
                socket.send("{\"op\":\"unsubscribe\",\"agents\":[\"alice\"]}");
            }
            writing.join();
            var seqs =
                    Stream.generate(socket::next)
                            .filter(frame -> frame.path("event").asText().equals("agent_message"))
                            .map(frame -> frame.path("data").path("seq").asLong())
                            .limit(messages)
                            .toList();
            assertThat(seqs)
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, messages).boxed().toList());
        }
    }

    @Test
    void aConnectionMayHaveOnlySoManySubscriptions() {
        var agents = new StringBuilder("\"a0\"");
        for (int i = 1; i <= 256; i++) {
            agents.append(",\"a").append(i).append('"');
        }
        try (var socket = TestSocket.of(parley, parley.owner().token())) {
            socket.send("{\"op\":\"subscribe\",\"agents\":[" + agents + "]}");
            assertThat(socket.expectProblem()).isEqualTo("bad-value");
        }
    }

    @Test
    void revokingTheTokenClosesTheConnection() {
        var made = parley.owner().post("/api/tokens", "{\"agent\":\"frank\"}").expect(201);
        try (var socket = TestSocket.of(parley, made.text("token"))) {
            socket.send("{\"op\":\"ping\"}");
            socket.expect("pong");
            parley.owner().delete("/api/tokens/" + made.text("token_id")).expect(204);
            assertThat(socket.expectProblem()).isEqualTo("unauthenticated");
            assertThat(socket.status()).isEqualTo(1008);
        }
    }

    @Test
    void theConnectionOfAnInstanceEndsWithIt() {
        var grace = parley.agent("grace");
        try (var socket =
                TestSocket.open(
                        parley,
                        "Authorization",
                        "Bearer " + grace.token(),
                        "X-Parley-Instance",
                        "web")) {
            socket.send("{\"op\":\"ping\"}");
            socket.expect("pong");
            grace.post("/api/agents/grace/instances/web/state", "{\"state\":\"end\"}").expect(200);
            assertThat(socket.status()).isEqualTo(1001);
        }
    }

    @Test
    void theHubSaysGoodbyeWhenItStops() {
        try (var hub = TestParley.start();
                var socket = TestSocket.of(hub, hub.owner().token())) {
            socket.send("{\"op\":\"ping\"}");
            socket.expect("pong");
            hub.stop();
            assertThat(socket.status()).isEqualTo(1001);
        }
    }
}
