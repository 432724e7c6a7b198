package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** An agent reads what is for it in all its runs in one order, and says how far it has come. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class AgentInboxTest {
    private static final String INBOX = "/api/agents/bob/inbox";

    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller alice;
    private Caller bob;
    private String first;
    private String second;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        first = alice.run("{\"participants\":{\"a\":\"alice\",\"b\":\"bob\",\"c\":\"carol\"}}");
        second = alice.run("{}");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void whatComesInSeveralRunsStandsInOneOrder() {
        alice.say(first, "{\"to\":\"b\",\"message_id\":\"m1\"}");
        alice.say(second, "{\"to\":\"bob\",\"message_id\":\"m2\"}");
        alice.say(second, "{\"to\":\"carol\",\"message_id\":\"for-carol\"}");
        alice.say(first, "{\"to\":\"broadcast\",\"message_id\":\"m3\"}");
        var page = bob.get(INBOX).expect(200);
        assertThat(ids(page)).containsExactly("m1", "m2", "m3");
        assertThat(positions(page)).containsExactly(1L, 2L, 3L);
        assertThat(page.json().at("/items/0/attempt").asInt()).isEqualTo(1);
        assertThat(page.json().at("/items/1/message/run_id").asText()).isEqualTo(second);
        assertThat(page.elements("unread")).isEmpty();
        assertThat(page.number("position")).isEqualTo(3);
        assertThat(page.json().path("next").isNull()).isTrue();
    }

    @Test
    void lookingMovesNothingAndCommittingNeverGoesBack() {
        say(4);
        var page = bob.get(INBOX + "?limit=2").expect(200);
        assertThat(positions(page)).containsExactly(1L, 2L);
        assertThat(page.number("next")).isEqualTo(2);
        assertThat(positions(bob.get(INBOX + "?limit=2"))).containsExactly(1L, 2L);
        assertThat(positions(bob.get(INBOX + "?after=2"))).containsExactly(3L, 4L);
        assertThat(commit(3).number("position")).isEqualTo(3);
        assertThat(positions(bob.get(INBOX))).containsExactly(4L);
        assertThat(commit(1).number("position")).isEqualTo(3);
        assertThat(positions(bob.get(INBOX + "?after=0"))).containsExactly(1L, 2L, 3L, 4L);
        assertThat(positions(bob.get(INBOX))).containsExactly(4L);
    }

    @Test
    void aPlaceAheadOfTheInboxIsRefused() {
        say(1);
        bob.get(INBOX + "?after=2").expect(Problem.CURSOR_AHEAD);
        bob.get(INBOX + "?epoch=other").expect(Problem.CURSOR_AHEAD);
        bob.post(INBOX + "/commit", "{\"position\":2}").expect(Problem.CURSOR_AHEAD);
        bob.post(INBOX + "/commit", "{\"position\":-1}").expect(Problem.BAD_VALUE);
        bob.post(INBOX + "/commit", "{}").expect(Problem.BAD_VALUE);
        assertThat(positions(bob.get(INBOX))).containsExactly(1L);
    }

    @Test
    void whatTheAddresseeSeesIsDeliveredAndWhatOthersSeeIsNot() {
        alice.say(first, "{\"to\":\"b\",\"message_id\":\"m1\"}");
        parley.owner().get(INBOX).expect(200);
        parley.person("ann").get(INBOX).expect(200);
        assertThat(parley.token("{\"role\":\"observer\"}").get(INBOX).expect(200).elements("items"))
                .hasSize(1);
        assertThat(state("m1")).isEqualTo("queued");
        bob.get(INBOX).expect(200);
        assertThat(state("m1")).isEqualTo("delivered");
    }

    @Test
    void fetchingAMessageDeliversItToItsAddresseeOnly() {
        alice.say(first, "{\"to\":\"b\",\"message_id\":\"m1\"}");
        var message = "/api/runs/" + first + "/messages/m1";
        alice.get(message).expect(200);
        parley.owner().get(message).expect(200);
        assertThat(state("m1")).isEqualTo("queued");
        bob.get(message).expect(200);
        assertThat(state("m1")).isEqualTo("delivered");
    }

    @Test
    void nobodyReadsOrCommitsForAnotherAgentButTheOwnerCommits() {
        say(1);
        for (var box : List.of("inbox", "outbox", "pending")) {
            alice.get("/api/agents/bob/" + box).expect(Problem.FORBIDDEN);
        }
        alice.post(INBOX + "/commit", "{\"position\":1}").expect(Problem.FORBIDDEN);
        parley.person("ann").post(INBOX + "/commit", "{\"position\":1}").expect(Problem.FORBIDDEN);
        parley.owner().post(INBOX + "/commit", "{\"position\":1}").expect(200);
        assertThat(bob.get(INBOX).elements("items")).isEmpty();
        bob.get("/api/agents/broadcast/inbox").expect(Problem.FORBIDDEN);
        parley.owner().get("/api/agents/system/inbox").expect(Problem.BAD_VALUE);
    }

    @Test
    void peopleShareTheInboxOfTheUser() {
        alice.say(first, "{\"to\":\"user\",\"message_id\":\"m1\"}");
        var ann = parley.person("ann");
        assertThat(ids(ann.get("/api/agents/user/inbox"))).containsExactly("m1");
        assertThat(state("m1")).isEqualTo("delivered");
        ann.post("/api/agents/user/inbox/commit", "{\"position\":1}").expect(200);
        assertThat(parley.person("ben").get("/api/agents/user/inbox").elements("items")).isEmpty();
    }

    @Test
    void noInboxReachesIntoAnotherSpace() {
        say(1);
        var other = parley.token("{\"agent\":\"bob\",\"space\":\"other\"}");
        assertThat(other.get(INBOX).expect(200).elements("items")).isEmpty();
        other.post(INBOX + "/commit", "{\"position\":1}").expect(Problem.CURSOR_AHEAD);
    }

    @Test
    void aWaitEndsWhenSomethingComesForTheAgent() {
        var waiting = bob.later(INBOX + "?wait=15");
        parley.awaitReader("bob");
        alice.say(first, "{\"to\":\"c\"}");
        assertThat(waiting).isNotDone();
        alice.say(second, "{\"to\":\"bob\",\"message_id\":\"m2\"}");
        assertThat(ids(waiting.join().expect(200))).containsExactly("m2");
        commit(1);
        assertThat(bob.get(INBOX + "?wait=1").expect(200).elements("items")).isEmpty();
    }

    @Test
    void theOutboxHasWhatWasSentNewestFirstAndPendingWhatAwaitsAReply() {
        alice.say(first, "{\"to\":\"b\",\"message_id\":\"m1\"}");
        alice.say(second, "{\"to\":\"bob\",\"message_id\":\"m2\",\"kind\":\"intent_brief\"}");
        alice.say(first, "{\"to\":\"b\",\"message_id\":\"m3\",\"requires_ack\":true}");
        bob.post("/api/runs/" + first + "/ack", "{\"message_id\":\"m3\"}").expect(200);
        var outbox = "/api/agents/alice/outbox";
        var page = alice.get(outbox + "?limit=2").expect(200);
        assertThat(page.all("items", "message_id")).containsExactlyInAnyOrder("m2", "m3");
        var rest = alice.get(outbox + "?limit=2&after=" + page.text("next")).expect(200);
        assertThat(rest.all("items", "message_id")).containsExactly("m1");
        assertThat(rest.json().path("next").isNull()).isTrue();
        assertThat(bob.get("/api/agents/bob/outbox").elements("items")).isEmpty();
        var pending = alice.get("/api/agents/alice/pending").expect(200);
        assertThat(pending.all("items", "message_id")).containsExactly("m2");
        assertThat(pending.all("items", "asked")).containsExactly("bob");
        assertThat(pending.json().path("next").isNull()).isTrue();
        bob.say(second, "{\"to\":\"alice\",\"kind\":\"result_bundle\",\"parent_id\":\"m2\"}");
        assertThat(alice.get("/api/agents/alice/pending").elements("items")).isEmpty();
        alice.get(outbox + "?after=nonsense").expect(Problem.BAD_VALUE);
    }

    private void say(int count) {
        for (int i = 0; i < count; i++) {
            alice.say(i % 2 == 0 ? first : second, "{\"to\":\"bob\"}");
        }
    }

    private Reply commit(long position) {
        return bob.post(INBOX + "/commit", "{\"position\":" + position + "}").expect(200);
    }

    private String state(String message) {
        var path = "/api/runs/" + first + "/messages/" + message + "/receipts";
        return alice.get(path).json().at("/items/0/state").asText();
    }

    private static List<String> ids(Reply page) {
        return page.elements("items").stream()
                .map(item -> item.at("/message/message_id").asText())
                .toList();
    }

    private static List<Long> positions(Reply page) {
        return page.elements("items").stream().map(item -> item.path("position").asLong()).toList();
    }

    @Test
    void nextIsNullOnTheLastPageOfWhatIsPending() {
        alice.say(second, "{\"to\":\"bob\",\"message_id\":\"p1\",\"kind\":\"intent_brief\"}");
        alice.say(second, "{\"to\":\"bob\",\"message_id\":\"p2\",\"kind\":\"intent_brief\"}");
        var pending = "/api/agents/alice/pending?limit=1";
        var page = alice.get(pending).expect(200);
        assertThat(page.all("items", "message_id")).containsExactly("p1");
        var last = alice.get(pending + "&after=" + page.text("next")).expect(200);
        assertThat(last.all("items", "message_id")).containsExactly("p2");
        assertThat(last.json().path("next").isNull()).isTrue();
    }
}
