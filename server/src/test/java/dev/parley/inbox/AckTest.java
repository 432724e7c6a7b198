package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever a message is for says that it has arrived; once is enough and twice is harmless. */
class AckTest {
    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;
    private String run;
    private String ack;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @BeforeEach
    void begin() {
        run = alice.run("{}");
        ack = "/api/runs/" + run + "/ack";
        alice.say(run, "{\"message_id\":\"m1\",\"to\":\"bob\",\"requires_ack\":true}");
    }

    @Test
    void whatNeedsAnAckIsPendingUntilItHasOne() {
        assertThat(pending()).containsExactly("m1");
        var reply = bob.post(ack, "{\"message_id\":\"m1\"}").expect(200);
        assertThat(reply.text("state")).isEqualTo("acked");
        assertThat(pending()).isEmpty();
    }

    @Test
    void anAckIsAnEntryOfTheLog() {
        bob.post(ack, "{\"agent_id\":\"bob\",\"message_id\":\"m1\"}").expect(200);
        var entry = alice.get("/api/runs/" + run + "/messages?after=1").elements("items");
        assertThat(entry).hasSize(1);
        assertThat(entry.getFirst().path("kind").asText()).isEqualTo("ack");
        assertThat(entry.getFirst().path("from_agent").asText()).isEqualTo("bob");
        assertThat(entry.getFirst().path("to_agent").asText()).isEqualTo("alice");
        assertThat(entry.getFirst().path("parent_id").asText()).isEqualTo("m1");
        assertThat(alice.post("/api/runs/" + run + "/pull", "{}").elements("messages"))
                .as("nobody pulls an ack")
                .isEmpty();
    }

    @Test
    void aSecondAckChangesNothing() {
        bob.post(ack, "{\"message_id\":\"m1\"}").expect(200);
        var again = bob.post(ack, "{\"message_id\":\"m1\"}").expect(200);
        assertThat(again.json().get("duplicate").asBoolean()).isTrue();
        assertThat(alice.get("/api/runs/" + run).number("last_seq")).isEqualTo(2);
    }

    @Test
    void manyAcksAtOnceAreOneEntry() {
        Stream.generate(() -> bob.postLater(ack, "{\"message_id\":\"m1\"}"))
                .limit(8)
                .toList()
                .forEach(reply -> reply.join().expect(200));
        assertThat(alice.get("/api/runs/" + run).number("last_seq")).isEqualTo(2);
    }

    @Test
    void onlyTheAddresseeAcks() {
        alice.post(ack, "{\"message_id\":\"m1\"}").expect(Problem.NOT_ADDRESSED);
        parley.agent("carol").post(ack, "{\"message_id\":\"m1\"}").expect(Problem.NOT_ADDRESSED);
        alice.post(ack, "{\"agent_id\":\"bob\",\"message_id\":\"m1\"}")
                .expect(Problem.SENDER_MISMATCH);
        assertThat(pending()).containsExactly("m1");
        assertThat(alice.get("/api/runs/" + run).number("last_seq")).isEqualTo(1);
    }

    @Test
    void theOwnerMayAckForAnAgent() {
        parley.owner().post(ack, "{\"agent_id\":\"bob\",\"message_id\":\"m1\"}").expect(200);
        assertThat(pending()).isEmpty();
    }

    @Test
    void anAckSentAsAMessageCountsTheSame() {
        bob.say(run, "{\"kind\":\"ack\",\"to\":\"alice\",\"parent_id\":\"m1\"}");
        assertThat(pending()).isEmpty();
        bob.post(ack, "{\"message_id\":\"m1\"}").expect(200);
        assertThat(alice.get("/api/runs/" + run).number("last_seq")).isEqualTo(2);
        alice.post(
                        "/api/runs/" + run + "/messages",
                        "{\"kind\":\"ack\",\"to\":\"alice\",\"parent_id\":\"m1\"}")
                .expect(Problem.NOT_ADDRESSED);
    }

    @Test
    void whatNeedsNoAckMayBeAckedAllTheSame() {
        alice.say(run, "{\"message_id\":\"m2\",\"to\":\"bob\"}");
        assertThat(pending()).containsExactly("m1");
        bob.post(ack, "{\"message_id\":\"m2\"}").expect(200);
    }

    @Test
    void anAckNamesAMessageOfTheRun() {
        bob.post(ack, "{\"message_id\":\"m9\"}").expect(Problem.UNKNOWN_MESSAGE);
        bob.post(ack, "{}").expect(Problem.BAD_VALUE);
    }

    private List<String> pending() {
        return alice.get("/api/runs/" + run).elements("pending_acks").stream()
                .map(JsonNode::asText)
                .toList();
    }

    @Test
    void anAckOfWhatIsAckedAddsNothingHoweverItIsSaid() {
        try (var parley = TestParley.start()) {
            var alice = parley.agent("alice");
            var bob = parley.agent("bob");
            var run = alice.run("{\"participants\":{\"a\":\"alice\",\"b\":\"bob\"}}");
            alice.say(run, "{\"to\":\"b\",\"requires_ack\":true,\"message_id\":\"m1\"}");
            var ack = "{\"to\":\"a\",\"kind\":\"ack\",\"parent_id\":\"m1\"}";
            bob.say(run, ack);
            parley.owner().post("/api/runs/" + run + "/cancel", "{}").expect(200);
            long head =
                    parley.owner().get("/api/runs/" + run + "/messages").elements("items").size();
            var again = bob.post("/api/runs/" + run + "/messages", ack).expect(200);
            assertThat(again.json().path("duplicate").booleanValue()).isTrue();
            assertThat(again.text("message_id")).isEqualTo("m1");
            assertThat(parley.owner().get("/api/runs/" + run + "/messages").elements("items"))
                    .hasSize((int) head);
        }
    }
}
