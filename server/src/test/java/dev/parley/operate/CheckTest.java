package dev.parley.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestDatabase;
import dev.parley.TestParley;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** After whatever history, everything beside the logs is what follows from them. */
class CheckTest {
    @ParameterizedTest
    @CsvSource({"SQLITE, 1", "SQLITE, 2", "POSTGRES, 3"})
    void aStoreIsWellAfterARandomHistory(TestDatabase database, long seed) {
        try (var parley = TestParley.on(database).start()) {
            new History(parley, seed).unfold(600);
            var check = parley.owner().get("/api/check").expect(200);
            assertThat(check.elements("findings")).as("seed " + seed).isEmpty();
            assertThat(check.json().get("ok").asBoolean()).isTrue();
            assertThat(check.json().get("counts").get("messages").asInt()).isGreaterThan(50);
            assertThat(check.json().get("counts").get("receipts").asInt()).isGreaterThan(50);
            assertThat(check.json().get("counts").get("blobs").asInt()).isPositive();
        }
    }

    @Test
    void anEmptyStoreIsWell() {
        try (var parley = TestParley.start()) {
            assertThat(parley.owner().get("/api/check").text()).contains("\"ok\":true");
        }
    }

    @Test
    void anAckThatIsSaidAgainIsNoFinding() {
        try (var parley = TestParley.start()) {
            var alice = parley.agent("alice");
            var bob = parley.agent("bob");
            var run = alice.run("{}");
            alice.say(run, "{\"to\":\"bob\",\"message_id\":\"m1\",\"requires_ack\":true}");
            var ack = "{\"to\":\"alice\",\"kind\":\"ack\",\"parent_id\":\"m1\"}";
            bob.say(run, ack);
            bob.post("/api/runs/" + run + "/messages", ack).expect(200);
            assertThat(parley.owner().get("/api/check").text()).contains("\"ok\":true");
        }
    }
}
