package dev.parley.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A write with an {@code Idempotency-Key} is carried out once, whatever it does. */
class RepeatedWritesTest {
    private TestParley parley;
    private Caller ann;
    private Caller alice;
    private String run;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        ann = parley.person("ann");
        alice = parley.agent("alice");
        run =
                ann.run(
                        """
                        {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}""");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void aWordToARunIsSaidOnce() {
        var first = keyed(ann, "/steer", "{\"message\":\"faster\"}", "k1").expect(201);
        var again = keyed(ann, "/steer", "{\"message\":\"faster\"}", "k1").expect(201);
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(again.number("seq")).isEqualTo(first.number("seq"));
        keyed(ann, "/steer", "{\"message\":\"slower\"}", "k1").expect(Problem.IDEMPOTENCY_MISMATCH);
        keyed(ann, "/steer", "{\"message\":\"faster\"}", "k2").expect(201);
        assertThat(ann.get("/api/runs/" + run + "/messages").elements("items")).hasSize(2);
    }

    @Test
    void aRunThatWasPausedAndWentOnIsNotPausedByTheSameRequest() {
        keyed(ann, "/pause", "{}", "k1").expect(200);
        keyed(ann, "/resume", "{}", "k1").expect(200);
        keyed(ann, "/pause", "{}", "k1").expect(200);
        assertThat(ann.get("/api/runs/" + run).text("status")).isEqualTo("running");
        keyed(ann, "/cancel", "{\"reason\":\"enough\"}", "k1").expect(200);
        keyed(ann, "/cancel", "{\"reason\":\"enough\"}", "k1").expect(200);
        keyed(ann, "/cancel", "{}", "k1").expect(Problem.IDEMPOTENCY_MISMATCH);
        keyed(ann, "/cancel", "{}", "k2").expect(Problem.RUN_ENDED);
    }

    @Test
    void whatWasRefusedMayBeTriedAgain() {
        keyed(ann, "/steer", "{\"message\":\" \",\"to\":\"\"}", "k1").expect(422);
        keyed(ann, "/steer", "{\"message\":\"faster\"}", "k1").expect(201);
    }

    @Test
    void cardsAndIntentsAreWrittenOnceToo() {
        var card = "{\"description\":\"one\"}";
        put("/api/agents/alice", card, "k1").expect(201);
        put("/api/agents/alice", "{\"description\":\"two\"}", "k2").expect(200);
        put("/api/agents/alice", card, "k1").expect(201);
        assertThat(alice.get("/api/agents/alice").text("description")).isEqualTo("two");

        var intent = "/api/runs/" + run + "/intent";
        put(intent, "{\"objective\":\"a\",\"version\":0}", "k1").expect(200);
        var again = put(intent, "{\"objective\":\"a\",\"version\":0}", "k1").expect(200);
        assertThat(again.number("version")).isEqualTo(1);
        put(intent, "{\"objective\":\"b\"}", "k1").expect(Problem.IDEMPOTENCY_MISMATCH);
    }

    @Test
    void aKeyIsOnesOwnAndForOneAddress() {
        keyed(ann, "/pause", "{}", "k1").expect(200);
        keyed(parley.person("eve"), "/pause", "{\"reason\":\"mine\"}", "k1").expect(200);
        var other = ann.run("{}");
        ann.post("/api/runs/" + other + "/pause", "{}", "Idempotency-Key", "k1")
                .expect(Problem.IDEMPOTENCY_MISMATCH);
    }

    @Test
    void whatAnswersNothingIsAnsweredSoAgain() {
        alice.post("/api/runs/" + run + "/messages", "[1]").expect(Problem.BAD_VALUE);
        var id = alice.get("/api/dead-letters").elements("items").getFirst().path("id").asText();
        var discard =
                alice.request("/api/dead-letters/" + id).header("Idempotency-Key", "k1").DELETE();
        alice.send(discard).expect(204);
        alice.send(discard).expect(204);
    }

    private Reply keyed(Caller caller, String what, String body, String key) {
        return caller.post("/api/runs/" + run + what, body, "Idempotency-Key", key);
    }

    private Reply put(String path, String body, String key) {
        return alice.send(
                alice.request(path)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", key)
                        .PUT(BodyPublishers.ofString(body)));
    }
}
