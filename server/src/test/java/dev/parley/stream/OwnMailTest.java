package dev.parley.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What reaches an agent by its own stream is delivered, and then must be acked. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class OwnMailTest {
    private static final String EVENTS = "/api/agents/bob/events";
    private static final String SUBSCRIBE = "{\"op\":\"subscribe\",\"agents\":[\"bob\"]}";

    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller alice;
    private Caller bob;
    private String run;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        run = alice.run("{\"participants\":{\"a\":\"alice\",\"b\":\"bob\"}}");
    }

    @AfterEach
    void stop() {
        assertThat(parley.owner().get("/api/check").expect(200).elements("findings")).isEmpty();
        parley.close();
    }

    @Test
    void whatAStreamTellsItsAgentIsDeliveredAndComesAgainUntilItIsGivenUp() {
        try (var stream = EventStream.open(bob, EVENTS)) {
            send("bob", "m1", true);
            assertThat(id(stream)).isEqualTo("m1");
            assertThat(state("m1")).isEqualTo("delivered");
            for (int attempt = 2; attempt <= 3; attempt++) {
                parley.watch(Duration.ofSeconds(30));
                assertThat(stream.expect("agent_message").data().path("attempt").asInt())
                        .isEqualTo(attempt);
            }
            parley.watch(Duration.ofSeconds(30));
            assertThat(state("m1")).isEqualTo("timed_out");
        }
    }

    @Test
    void whatOthersOrAWiderStreamSeeIsNotDelivered() {
        try (var feed = EventStream.open(bob, "/api/feed");
                var owner = EventStream.open(parley.owner(), EVENTS)) {
            send("bob", "m1", true);
            assertThat(id(feed)).isEqualTo("m1");
            assertThat(id(owner)).isEqualTo("m1");
            assertThat(state("m1")).isEqualTo("queued");
        }
    }

    @Test
    void whoListensByAWebSocketIsThereAndGetsItsMessagesDelivered() {
        bob.put("/api/agents/bob", "{\"description\":\"listens\"}").expect(201);
        try (var socket = TestSocket.of(parley, bob.token())) {
            socket.send(SUBSCRIBE);
            socket.expect("subscribed");
            send("bob", "m1", true);
            assertThat(socket.expect("agent_message").at("/data/message_id").asText())
                    .isEqualTo("m1");
            assertThat(state("m1")).isEqualTo("delivered");
            assertThat(alice.get("/api/agents/bob").expect(200).json().path("online").asBoolean())
                    .isTrue();
            parley.watch(Duration.ofSeconds(30));
            assertThat(socket.expect("agent_message").at("/data/attempt").asInt()).isEqualTo(2);
        }
    }

    @Test
    void aWebSocketCanBeThatOfAnInstance() {
        try (var api =
                        TestSocket.open(
                                parley,
                                "Authorization",
                                "Bearer " + bob.token(),
                                "X-Parley-Instance",
                                "api");
                var rest = TestSocket.of(parley, bob.token())) {
            api.send(SUBSCRIBE);
            api.expect("subscribed");
            rest.send(SUBSCRIBE);
            rest.expect("subscribed");
            send("bob/api", "m1", false);
            assertThat(api.expect("agent_message").at("/data/message_id").asText()).isEqualTo("m1");
            bob.get("/api/agents/bob/inbox?instance=web").expect(200);
            send("bob", "m2", false);
            var holder = awaitAny(List.of(api, rest));
            assertThat(holder.at("/data/message_id").asText()).isEqualTo("m2");
        }
    }

    @Test
    void whoHasNoNameGetsNothingThatOneWithANameHas() {
        send("bob", "m1", true);
        bob.get("/api/agents/bob/inbox?instance=a").expect(200);
        try (var stream = EventStream.open(bob, EVENTS + "?after=0")) {
            send("bob", "m2", true);
            assertThat(id(stream)).isEqualTo("m2");
            bob.post("/api/agents/bob/instances/a/state", "{\"state\":\"end\"}").expect(200);
            assertThat(id(stream)).isEqualTo("m1");
        }
    }

    @Test
    void whatWasPushedIsFinishedByACommit() {
        try (var a = EventStream.open(bob, EVENTS + "?instance=a")) {
            for (int i = 1; i <= 3; i++) {
                send("bob", "m" + i, false);
                assertThat(id(a)).isEqualTo("m" + i);
            }
        }
        assertThat(bob.get("/api/agents/bob/inbox?instance=a").elements("items")).hasSize(3);
        bob.post("/api/agents/bob/inbox/commit?instance=a", "{\"position\":3}").expect(200);
        bob.post("/api/agents/bob/instances/a/state", "{\"state\":\"end\"}").expect(200);
        assertThat(bob.get("/api/agents/bob/inbox?instance=b").elements("items")).isEmpty();
    }

    @Test
    void whoBeginsAnewIsToldOnceWhatCameAgain() {
        send("bob", "m1", true);
        bob.get("/api/agents/bob/inbox?instance=a").expect(200);
        bob.post("/api/agents/bob/instances/a/state", "{\"state\":\"end\"}").expect(200);
        try (var b = EventStream.open(bob, EVENTS + "?after=0&instance=b")) {
            send("bob", "m2", true);
            var told = b.expect("agent_message").data();
            assertThat(told.path("message_id").asText()).isEqualTo("m1");
            assertThat(told.path("attempt").asInt()).isEqualTo(2);
            assertThat(id(b)).isEqualTo("m2");
        }
    }

    private static ObjectNode awaitAny(List<TestSocket> all) {
        while (true) {
            for (var socket : all) {
                var next = socket.poll();
                if (next.isPresent()) {
                    return next.get();
                }
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void send(String to, String id, boolean mustAck) {
        alice.say(
                run,
                "{\"to\":\"%s\",\"message_id\":\"%s\",\"requires_ack\":%s}"
                        .formatted(to, id, mustAck));
    }

    private String state(String message) {
        return alice.get("/api/runs/" + run + "/messages/" + message + "/receipts")
                .expect(200)
                .all("items", "state")
                .getFirst();
    }

    private static String id(EventStream stream) {
        return stream.expect("agent_message").data().path("message_id").asText();
    }
}
