package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A sender can see, and wait for, what became of its message for each recipient. */
@Timeout(30)
class ReceiptsTest {
    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;
    private static Caller carol;
    private String run;
    private String receipts;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        carol = parley.agent("carol");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @BeforeEach
    void begin() {
        run =
                alice.run(
                        "{\"participants\":{\"a\":\"alice\",\"b\":\"bob\",\"b2\":\"bob\",\"c\":\"carol\"}}");
        receipts = "/api/runs/" + run + "/messages/m1/receipts";
    }

    @Test
    void aReceiptGoesFromQueuedOverDeliveredToAcked() {
        say("b");
        var queued = alice.get(receipts).expect(200);
        assertThat(queued.all("items", "recipient")).containsExactly("bob");
        assertThat(queued.all("items", "state")).containsExactly("queued");
        assertThat(queued.json().at("/items/0/delivered_at").isNull()).isTrue();
        assertThat(queued.json().at("/items/0/needs_ack").booleanValue()).isTrue();
        assertThat(queued.json().path("acked").booleanValue()).isFalse();
        bob.post("/api/runs/" + run + "/pull", "{}").expect(200);
        assertThat(alice.get(receipts).all("items", "state")).containsExactly("delivered");
        ack(bob);
        var acked = alice.get(receipts).expect(200);
        assertThat(acked.all("items", "state")).containsExactly("acked");
        assertThat(acked.json().at("/items/0/acked_at").isNumber()).isTrue();
        assertThat(acked.json().path("acked").booleanValue()).isTrue();
    }

    @Test
    void aBroadcastHasOneReceiptForEachOther() {
        say("broadcast");
        ack(carol);
        var reply = alice.get(receipts).expect(200);
        assertThat(reply.all("items", "recipient")).containsExactly("bob", "carol");
        assertThat(reply.all("items", "state")).containsExactly("queued", "acked");
        assertThat(reply.json().path("acked").booleanValue()).isFalse();
    }

    @Test
    void aWaitEndsWhenTheLastWhoMustAckHas() {
        say("broadcast");
        var waiting = alice.later(receipts + "?wait=15");
        parley.awaitWaiter(run);
        ack(bob);
        assertThat(waiting).isNotDone();
        alice.say(run, "{\"to\":\"b\"}");
        carol.say(run, "{\"to\":\"a\",\"kind\":\"message\",\"parent_id\":\"m1\"}");
        var reply = waiting.join().expect(200);
        assertThat(reply.all("items", "state")).containsExactly("acked", "answered");
        assertThat(reply.json().path("acked").booleanValue()).isTrue();
    }

    @Test
    void aWaitThatExpiresTellsWhatIs() {
        say("b");
        var reply = alice.get(receipts + "?wait=1").expect(200);
        assertThat(reply.all("items", "state")).containsExactly("queued");
        assertThat(reply.json().path("acked").booleanValue()).isFalse();
    }

    @Test
    void nothingIsWaitedForWhenNobodyMustAck() {
        alice.say(run, "{\"message_id\":\"m1\",\"to\":\"b\"}");
        var reply = alice.get(receipts + "?wait=15").expect(200);
        assertThat(reply.json().path("acked").booleanValue()).isFalse();
    }

    @Test
    void thoseWhoTakeNoPartMayNotLook() {
        var managed =
                alice.run("{\"protocol\":\"managed\",\"participants\":{\"manager\":\"alice\"}}");
        var path = "/api/runs/" + managed + "/messages/m1/receipts";
        alice.say(
                managed, "{\"message_id\":\"m1\",\"to\":\"user\",\"kind\":\"REQUEST_USER_INPUT\"}");
        bob.get(path).expect(Problem.FORBIDDEN);
        assertThat(parley.person("ann").get(path).expect(200).all("items", "recipient"))
                .containsExactly("user");
        alice.get("/api/runs/" + managed + "/messages/none/receipts")
                .expect(Problem.UNKNOWN_MESSAGE);
    }

    private void say(String to) {
        alice.say(run, "{\"message_id\":\"m1\",\"to\":\"" + to + "\",\"requires_ack\":true}");
    }

    private void ack(Caller who) {
        who.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}").expect(200);
    }

    @Test
    void whatBecameOfManyMessagesIsReadAtOnce() {
        say("b");
        alice.say(run, "{\"to\":\"broadcast\",\"message_id\":\"m2\"}");
        alice.say(run, "{\"to\":\"user\",\"message_id\":\"m3\"}");
        ack(bob);
        var all = alice.get("/api/runs/" + run + "/receipts").expect(200);
        assertThat(all.all("items", "recipient")).containsExactly("bob", "bob", "carol", "user");
        assertThat(all.seqs("items")).containsExactly(1L, 2L, 2L, 3L);
        assertThat(all.elements("items").getFirst().path("state").asText()).isEqualTo("acked");
        assertThat(all.number("to")).isEqualTo(4);
        var some = alice.get("/api/runs/" + run + "/receipts?from=2&to=2").expect(200);
        assertThat(some.seqs("items")).containsExactly(2L, 2L);
        assertThat(some.number("to")).isEqualTo(2);
        alice.get("/api/runs/" + run + "/receipts?from=3&to=2").expect(Problem.BAD_VALUE);
        var none = alice.get("/api/runs/" + run + "/receipts?from=7").expect(200);
        assertThat(none.elements("items")).isEmpty();
        assertThat(none.number("to")).isEqualTo(6);
    }

    @Test
    void aPageOfReceiptsEndsWithAWholeMessage() {
        var many = new StringBuilder("\"a\":\"alice\"");
        for (int i = 0; i < 900; i++) {
            many.append(",\"r%d\":\"agent%d\"".formatted(i, i));
        }
        var crowd = alice.run("{\"participants\":{" + many + "}}");
        for (int i = 0; i < 3; i++) {
            alice.say(crowd, "{\"to\":\"broadcast\"}");
        }
        var page = alice.get("/api/runs/" + crowd + "/receipts").expect(200);
        assertThat(page.elements("items")).hasSize(1_800);
        assertThat(page.number("to")).isEqualTo(2);
        assertThat(alice.get("/api/runs/" + crowd + "/receipts?from=3").elements("items"))
                .hasSize(900);
    }
}
