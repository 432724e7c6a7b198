package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How long an instance has what it was given, and who gets it afterwards, however it asks. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class HoldTest {
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

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatOneLeavesReachesAnotherWhoseCursorHasPassedIt(boolean mustAck) {
        send("bob", "m1", mustAck);
        assertThat(pull("a", "{\"after\":0}").all("messages", "message_id")).containsExactly("m1");
        send("bob", "m2", mustAck);
        assertThat(pull("b", "{}").all("messages", "message_id")).containsExactly("m2");
        end("a");
        var again = pull("b", "{}");
        assertThat(again.elements("messages")).isEmpty();
        assertThat(again.all("redelivered", "message_id")).containsExactly("m1");
        assertThat(pull("b", "{}").elements("redelivered")).isEmpty();
        assertThat(pull("c", "{}").elements("messages")).isEmpty();
    }

    @Test
    void whatOneHasFetchedAndLeftReachesAnother() {
        send("bob", "m1", true);
        bob.get("/api/runs/" + run + "/messages/m1?instance=a").expect(200);
        assertThat(state("m1")).isEqualTo("delivered");
        assertThat(ids(look("b"))).isEmpty();
        bob.get("/api/runs/" + run + "/messages/m1?instance=b").expect(200);
        end("a");
        assertThat(ids(look("b"))).containsExactly("m1");
    }

    @Test
    void whatEverybodyLeavesWithoutAnAckIsGivenUp() {
        send("bob", "m1", true);
        for (var instance : List.of("i1", "i2", "i3")) {
            assertThat(ids(look(instance))).containsExactly("m1");
            end(instance);
        }
        assertThat(ids(look("i4"))).isEmpty();
        parley.lookAfterAcks();
        assertThat(state("m1")).isEqualTo("timed_out");
        assertThat(ids(look("i4"))).isEmpty();
        assertThat(letters()).containsExactly("timed_out");
        var told = alice.post("/api/runs/" + run + "/pull", "{}").expect(200);
        assertThat(told.all("messages", "parent_id")).containsExactly("m1");
    }

    @Test
    void whatNeedsNoAckIsGivenUpWhenTenHaveLeftIt() {
        send("bob", "m1", false);
        for (int i = 1; i <= 10; i++) {
            var page = look("i" + i);
            assertThat(page.json().at("/items/0/attempt").asInt()).isEqualTo(i);
            end("i" + i);
        }
        assertThat(ids(look("last"))).isEmpty();
        parley.lookAfterAcks();
        assertThat(state("m1")).isEqualTo("timed_out");
        var id = alice.get("/api/dead-letters").expect(200).all("items", "id").getFirst();
        alice.post("/api/dead-letters/" + id + "/requeue", "{}").expect(201);
        assertThat(ids(look("last"))).containsExactly("m1");
        assertThat(letters()).isEmpty();
    }

    @Test
    void whoIsBusyKeepsWhatItMustAck() {
        send("bob", "m1", true);
        assertThat(pull("a", "{}").all("messages", "message_id")).containsExactly("m1");
        parley.watch(Duration.ofSeconds(30));
        assertThat(pull("b", "{}").elements("redelivered")).isEmpty();
        assertThat(ids(look("b"))).isEmpty();
        assertThat(pull("a", "{}").all("redelivered", "message_id")).containsExactly("m1");
        commit("a", 2);
        end("a");
        assertThat(pull("b", "{}").all("redelivered", "message_id")).containsExactly("m1");
        bob.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}").expect(200);
        end("b");
        assertThat(ids(look("c"))).isEmpty();
    }

    @Test
    void whatIsForOneThatIsAwayIsNotDueBecauseAnotherIsThere() {
        send("bob/api", "m1", true);
        assertThat(ids(look("api"))).containsExactly("m1");
        end("api");
        for (int i = 0; i < 5; i++) {
            look("web");
            parley.watch(Duration.ofSeconds(40));
        }
        assertThat(state("m1")).isEqualTo("delivered");
        assertThat(ids(look("web"))).isEmpty();
        assertThat(ids(look("api"))).containsExactly("m1");
    }

    @Test
    void aPageShowsWhatCameAgainOnce() {
        send("bob", "k1", false);
        pull("one", "{}");
        send("bob", "k2", false);
        send("bob", "k3", false);
        assertThat(pull("two", "{\"after\":0}").all("messages", "message_id"))
                .containsExactly("k2", "k3");
        end("two");
        pull("one", "{\"after\":0}");
        assertThat(ids(look("one"))).containsExactly("k2", "k3");
    }

    @Test
    void whatTheHubSaysCanBeAcked() {
        send("bob", "m1", true);
        for (int i = 0; i < 3; i++) {
            look("a");
            parley.watch(Duration.ofSeconds(30));
        }
        var told = alice.post("/api/runs/" + run + "/pull", "{}").expect(200);
        var id = told.all("messages", "message_id").getFirst();
        alice.post("/api/runs/" + run + "/ack", "{\"message_id\":\"" + id + "\"}").expect(200);
        assertThat(state(id)).isEqualTo("acked");
    }

    private void send(String to, String id, boolean mustAck) {
        alice.say(
                run,
                "{\"to\":\"%s\",\"message_id\":\"%s\",\"requires_ack\":%s}"
                        .formatted(to, id, mustAck));
    }

    private Reply look(String instance) {
        return bob.get("/api/agents/bob/inbox?instance=" + instance).expect(200);
    }

    private Reply pull(String instance, String json) {
        return bob.post("/api/runs/" + run + "/pull?instance=" + instance, json).expect(200);
    }

    private void commit(String instance, long position) {
        bob.post(
                        "/api/agents/bob/inbox/commit?instance=" + instance,
                        "{\"position\":" + position + "}")
                .expect(200);
    }

    private void end(String instance) {
        bob.post("/api/agents/bob/instances/" + instance + "/state", "{\"state\":\"end\"}")
                .expect(200);
    }

    private String state(String message) {
        return alice.get("/api/runs/" + run + "/messages/" + message + "/receipts")
                .expect(200)
                .all("items", "state")
                .getFirst();
    }

    private List<String> letters() {
        return alice.get("/api/dead-letters").expect(200).all("items", "type");
    }

    private static List<String> ids(Reply page) {
        return page.elements("items").stream()
                .map(item -> item.at("/message/message_id").asText())
                .toList();
    }
}
