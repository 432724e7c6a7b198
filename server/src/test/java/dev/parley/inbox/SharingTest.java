package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is for an agent is handed to one of its instances, and to another when that one is gone. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class SharingTest {
    private static final String INBOX = "/api/agents/bob/inbox";

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
        run = alice.run("{}");
    }

    @AfterEach
    void stop() {
        assertThat(parley.owner().get("/api/check").expect(200).elements("findings")).isEmpty();
        parley.close();
    }

    @Test
    void instancesGetDifferentMessagesAndEachItsOwnAgain() {
        send("bob", "m1", "m2", "m3", "m4");
        assertThat(ids(look("a", "&limit=2"))).containsExactly("m1", "m2");
        assertThat(ids(look("b", ""))).containsExactly("m3", "m4");
        assertThat(ids(look("a", ""))).containsExactly("m1", "m2");
        commit("a", 1);
        assertThat(ids(look("a", ""))).containsExactly("m2");
        assertThat(ids(look("b", "&after=3"))).containsExactly("m4");
        commit("b", 4);
        send("bob", "m5");
        assertThat(ids(look("b", ""))).containsExactly("m5");
        assertThat(ids(look("a", ""))).containsExactly("m2");
        assertThat(look("a", "").json().path("next").isNull()).isTrue();
    }

    @Test
    void aMessageToAnInstanceReachesThatOneOnly() {
        send("bob/api", "m1");
        send("bob", "m2");
        assertThat(ids(bob.get(INBOX))).containsExactly("m2");
        bob.post(INBOX + "/commit", "{\"position\":2}").expect(200);
        assertThat(ids(look("web", ""))).isEmpty();
        end("web");
        assertThat(ids(look("api", ""))).containsExactly("m1");
        end("api");
        assertThat(ids(look("web", ""))).isEmpty();
        assertThat(ids(look("api", ""))).containsExactly("m1");
    }

    @Test
    void aPullInARunGetsNothingOfOtherInstances() {
        send("bob/api", "m1");
        send("bob", "m2", "m3");
        assertThat(pull("web", "{\"max_items\":1}")).containsExactly("m2");
        assertThat(pull("", "{}")).containsExactly("m3");
        assertThat(pull("api", "{}")).containsExactly("m1");
        assertThat(pull("web", "{}")).isEmpty();
        assertThat(ids(look("api", ""))).isEmpty();
        send("bob", "m4", "m5");
        assertThat(ids(look("api", "&limit=1"))).containsExactly("m4");
        assertThat(pull("web", "{\"after\":0}")).containsExactly("m5");
        assertThat(pull("web", "{\"after\":0}")).containsExactly("m5");
        assertThat(ids(look("web", ""))).containsExactly("m5");
        assertThat(pull("web", "{\"after\":5}")).isEmpty();
        assertThat(ids(look("web", ""))).isEmpty();
    }

    @Test
    void whatAnInstanceHadComesAgainForAnotherWhenItEnds() {
        send("bob", "m1", "m2", "m3");
        look("a", "");
        commit("a", 1);
        bob.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m2\"}").expect(200);
        end("a");
        var page = look("b", "");
        assertThat(ids(page)).containsExactly("m3");
        assertThat(page.json().at("/items/0/attempt").asInt()).isEqualTo(2);
        assertThat(page.json().at("/items/0/position").asInt()).isEqualTo(4);
        assertThat(ids(look("a", ""))).isEmpty();
    }

    @Test
    void whatAnInstanceHadComesAgainWhenItWasSilentForLong() {
        send("bob", "m1");
        look("a", "");
        parley.watch(Duration.ofSeconds(50));
        assertThat(ids(look("b", ""))).isEmpty();
        parley.watch(Duration.ofSeconds(20));
        assertThat(ids(look("b", ""))).containsExactly("m1");
    }

    @Test
    void whoWaitsGetsWhatAnotherLeaves() {
        send("bob", "m1");
        look("a", "");
        var waiting = bob.later(INBOX + "?instance=b&wait=20");
        parley.awaitReader("bob");
        end("a");
        assertThat(ids(waiting.join().expect(200))).containsExactly("m1");
    }

    @Test
    void whatTheUnnamedInstanceHasStaysItsOwnWhileItIsThere() {
        send("bob", "m1");
        assertThat(ids(bob.get(INBOX))).containsExactly("m1");
        send("bob", "m2");
        assertThat(ids(look("a", ""))).containsExactly("m2");
        assertThat(ids(bob.get(INBOX))).containsExactly("m1");
    }

    @Test
    void manyWhoAskAtOnceNeverGetTheSame() {
        for (int i = 0; i < 40; i++) {
            send("bob", "m" + i);
        }
        var replies = new ArrayList<CompletableFuture<Reply>>();
        for (int i = 0; i < 8; i++) {
            var instance = "i" + i;
            replies.add(bob.later(INBOX + "?limit=5&instance=" + instance));
        }
        for (int i = 0; i < 8; i++) {
            replies.add(
                    bob.postLater(
                            "/api/runs/" + run + "/pull",
                            "{\"max_items\":3}",
                            "X-Parley-Instance",
                            "p" + i));
        }
        var seen = new ArrayList<String>();
        for (var reply : replies) {
            var got = reply.join().expect(200);
            seen.addAll(got.json().has("items") ? ids(got) : got.all("messages", "message_id"));
        }
        assertThat(seen).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(24);
    }

    @Test
    void aDigestIsShownToWhoeverHoldsTheMessage() {
        var text = "x".repeat(3_000);
        alice.say(
                run, "{\"to\":\"bob\",\"message_id\":\"m1\",\"payload\":{\"t\":\"" + text + "\"}}");
        var told = look("a", "&max_tokens=512");
        assertThat(told.all("unread", "message_id")).containsExactly("m1");
        commit("a", 1);
        assertThat(look("a", "&max_tokens=512").all("unread", "message_id")).containsExactly("m1");
        assertThat(look("b", "&max_tokens=512").elements("unread")).isEmpty();
        end("a");
        assertThat(look("b", "&max_tokens=512").all("unread", "message_id")).containsExactly("m1");
        assertThat(ids(look("b", "&after=0"))).containsExactly("m1");
        assertThat(look("b", "&after=0").elements("unread")).isEmpty();
    }

    private void send(String to, String... ids) {
        for (var id : ids) {
            alice.say(run, "{\"to\":\"" + to + "\",\"message_id\":\"" + id + "\"}");
        }
    }

    private Reply look(String instance, String more) {
        return bob.get(INBOX + "?instance=" + instance + more).expect(200);
    }

    private List<String> pull(String instance, String json) {
        var path = "/api/runs/" + run + "/pull";
        var reply =
                instance.isEmpty()
                        ? bob.post(path, json)
                        : bob.post(path, json, "X-Parley-Instance", instance);
        return reply.expect(200).all("messages", "message_id");
    }

    private void commit(String instance, long position) {
        bob.post(INBOX + "/commit?instance=" + instance, "{\"position\":" + position + "}")
                .expect(200);
    }

    private void end(String instance) {
        bob.post("/api/agents/bob/instances/" + instance + "/state", "{\"state\":\"end\"}")
                .expect(200);
    }

    private static List<String> ids(Reply page) {
        return page.elements("items").stream()
                .map(item -> item.at("/message/message_id").asText())
                .toList();
    }
}
