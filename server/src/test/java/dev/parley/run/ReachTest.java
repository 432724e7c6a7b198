package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever sends something that nobody may get is told so. */
class ReachTest {
    private final TestParley parley = TestParley.start();
    private final Caller ann = parley.person("ann");

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void aBroadcastSaysHowManyItIsFor() {
        var run = ann.run("{\"participants\":{\"a\":\"alice\",\"b\":\"bob\"}}");
        var reply = post(run, "{\"to\":\"broadcast\"}");
        assertThat(reply.number("recipients")).isEqualTo(2);
        assertThat(reply.json().has("note")).isFalse();
    }

    @Test
    void aBroadcastForNobodySaysSoAndIsNeverAcked() {
        var run = ann.run("{}");
        var reply = post(run, "{\"to\":\"broadcast\",\"message_id\":\"m1\",\"requires_ack\":true}");
        assertThat(reply.number("recipients")).isZero();
        assertThat(reply.text("note")).contains("nobody gets this", "name participants");
        var receipts = ann.get("/api/runs/" + run + "/messages/m1/receipts").expect(200);
        assertThat(receipts.elements("items")).isEmpty();
        assertThat(receipts.json().path("acked").booleanValue()).isFalse();
    }

    @Test
    void aMessageToSomebodyNeverHeardOfWaitsAndItsSenderIsTold() {
        var run = ann.run("{}");
        assertThat(post(run, "{\"to\":\"bbo\",\"summary\":\"hi\"}").text("note"))
                .contains("bbo is not known here", "waits until it appears");
        var bbo = parley.agent("bbo");
        assertThat(bbo.get("/api/agents/bbo/inbox").elements("items")).hasSize(1);
        assertThat(post(run, "{\"to\":\"bbo\"}").json().has("note")).isFalse();
    }

    @Test
    void whoeverHasATokenOrACardOrHasSentSomethingIsKnown() {
        var _ = parley.agent("token");
        ann.put("/api/agents/card", "{}").expect(201);
        var run = ann.run("{\"participants\":{\"role\":\"token\"}}");
        parley.owner().say(run, "{\"from\":\"sender\",\"to\":\"user\"}");
        for (var known : new String[] {"token", "card", "role", "sender", "user"}) {
            assertThat(post(run, "{\"to\":\"" + known + "\"}").json().has("note"))
                    .as(known)
                    .isFalse();
        }
    }

    @Test
    void whoeverIsKnownIsNotLookedUpAgain() {
        var _ = parley.agent("bob");
        var run = ann.run("{}");
        post(run, "{\"to\":\"bob\"}");
        long before = parley.reads();
        post(run, "{\"to\":\"bob\"}");
        assertThat(parley.reads()).isEqualTo(before);
    }

    @Test
    void whatNamesNoRunIsToldTheSame() {
        var alice = parley.agent("alice");
        var frame =
                """
                {"event_type":"message.to.bbo","data":{"from_agent":"alice","to_agent":"bbo",
                 "message":{"parts":[{"type":"text","content":"hello"}]}}}""";
        assertThat(alice.post("/api/messages", frame).expect(201).text("note"))
                .startsWith("bbo is not known here");
    }

    private Reply post(String run, String message) {
        var path = "/api/runs/" + run + "/messages";
        return (message.contains("\"user\"") ? parley.agent("alice") : ann)
                .post(path, message)
                .expect(201);
    }
}
