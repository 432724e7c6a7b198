package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A list of runs shows what each is about, and leaves out what is not asked for. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class RunListTest {
    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller alice;
    private Caller ann;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        alice = parley.agent("alice");
        ann = parley.person("ann");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void aRunWithoutAWordShowsWhoTakesPart() {
        alice.run("{\"participants\":{\"a\":\"alice\",\"b\":\"bob\",\"c\":\"bob\"}}");
        var item = ann.get("/api/runs").expect(200).elements("items").getFirst();
        assertThat(item.path("title").asText()).isEmpty();
        assertThat(item.path("agents").toString()).isEqualTo("[\"alice\",\"bob\"]");
        assertThat(item.path("agent_count").asInt()).isEqualTo(2);
        assertThat(item.path("internal_count").asInt()).isZero();
        assertThat(item.path("last_message").isNull()).isTrue();
    }

    @Test
    void theFirstWordsAreItsTitleUntilItHasAnObjective() {
        var run = alice.run("{}");
        say(run, "bob", "Check the build", "internal");
        say(run, "bob", "And the docs", "user_visible");
        assertThat(titles(ann.get("/api/runs"))).isEqualTo("[Check the build]");
        alice.put("/api/runs/" + run + "/intent", "{\"objective\":\"A green build\"}").expect(200);
        assertThat(titles(ann.get("/api/runs"))).isEqualTo("[A green build]");
    }

    @Test
    void theNewestMessageIsShownAndNoAckAfterIt() {
        var run = alice.run("{}");
        say(run, "bob", "Check the build", "internal");
        say(run, "bob", "x".repeat(300), "user_visible");
        var bob = parley.agent("bob");
        bob.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m-1\"}").expect(200);
        var item = ann.get("/api/runs").elements("items").getFirst();
        assertThat(item.path("last_seq").asInt()).isGreaterThan(2);
        assertThat(item.path("internal_count").asInt()).isEqualTo(1);
        assertThat(item.at("/last_message/seq").asInt()).isEqualTo(2);
        assertThat(item.at("/last_message/from_agent").asText()).isEqualTo("alice");
        assertThat(item.at("/last_message/visibility").asText()).isEqualTo("user_visible");
        assertThat(item.at("/last_message/summary").asText()).hasSize(200).endsWith("x…");
        assertThat(parley.owner().get("/api/check").expect(200).elements("findings")).isEmpty();
    }

    @Test
    void charactersThatNobodyCanShowDoNotKeepAListFromBeingShown() {
        var run = alice.run("{}");
        say(run, "bob", "one \\u0000 \\ud800 \\\\u0000", "internal");
        alice.put("/api/runs/" + alice.run("{}") + "/intent", "{\"objective\":\"\\udc00 \\u0000\"}")
                .expect(200);
        var items = ann.get("/api/runs").expect(200).elements("items");
        assertThat(items).hasSize(2);
        assertThat(items.getLast().path("title").asText()).startsWith("one ");
        assertThat(items.getLast().at("/last_message/summary").asText()).startsWith("one ");
    }

    @Test
    void runsAreFoundByHowTheyStand() {
        var going = alice.run("{}");
        var cancelled = alice.run("{}");
        ann.post("/api/runs/" + cancelled + "/cancel", "{}").expect(200);
        assertThat(ids("?state=running")).isEqualTo("[" + going + "]");
        assertThat(ids("?state=cancelled")).isEqualTo("[" + cancelled + "]");
        assertThat(ids("?state=completed")).isEqualTo("[]");
        ann.get("/api/runs?state=asleep").expect(Problem.BAD_VALUE);
    }

    @Test
    void runsAreFoundByWhoTakesPart() {
        var both = alice.run("{\"participants\":{\"a\":\"alice\",\"b\":\"bob\"}}");
        alice.run("{}");
        ann.post("/api/runs/" + both + "/cancel", "{}").expect(200);
        assertThat(ids("?agent=bob")).isEqualTo("[" + both + "]");
        assertThat(ids("?agent=bob&state=running")).isEqualTo("[]");
        assertThat(ids("?agent=bob&state=cancelled")).isEqualTo("[" + both + "]");
        assertThat(alice.get("/api/runs?agent=bob").all("items", "run_id")).containsExactly(both);
    }

    @Test
    void runsAreFoundByWhatTheyAreAbout() {
        var build = alice.run("{}");
        say(build, "bob", "Check the BUILD", "internal");
        var docs = alice.run("{}");
        say(docs, "bob", "Write the docs", "internal");
        assertThat(ids("?text=build")).isEqualTo("[" + build + "]");
        assertThat(ids("?text=docs")).isEqualTo("[" + docs + "]");
        assertThat(ids("?text=alice&limit=1")).isEqualTo("[" + docs + "]");
        assertThat(ids("?text=" + build)).isEqualTo("[" + build + "]");
        ann.get("/api/runs?text=" + "x".repeat(201)).expect(Problem.BAD_VALUE);
    }

    @Test
    void pagesOfWhatIsWantedFollowOneAnother() {
        var wanted = new String[120];
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = alice.run("{}");
            var other = alice.run("{}");
            ann.post("/api/runs/" + other + "/cancel", "{}").expect(200);
        }
        var first = ann.get("/api/runs?agent=alice&state=running&limit=100").expect(200);
        assertThat(first.all("items", "run_id")).hasSize(100).startsWith(wanted[119]);
        var next = "&after=" + first.text("next");
        var last = ann.get("/api/runs?agent=alice&state=running&limit=100" + next).expect(200);
        assertThat(last.all("items", "run_id")).hasSize(20).endsWith(wanted[0]);
        assertThat(last.json().path("next").isNull()).isTrue();
    }

    @Test
    void anAgentFindsOnlyWhatItMaySee() {
        ann.post("/api/runs", "{\"protocol\":\"managed\",\"participants\":{\"manager\":\"carol\"}}")
                .expect(201);
        assertThat(alice.get("/api/runs?agent=carol").elements("items")).isEmpty();
        assertThat(alice.get("/api/runs?text=carol").elements("items")).isEmpty();
        assertThat(ann.get("/api/runs?text=carol").elements("items")).hasSize(1);
    }

    private int said;

    private void say(String run, String to, String words, String visibility) {
        alice.say(
                run,
                """
                {"message_id":"m-%d","to":"%s","summary":"%s","visibility":"%s","requires_ack":true}
                """
                        .formatted(++said, to, words, visibility));
    }

    private String ids(String query) {
        return ann.get("/api/runs" + query).expect(200).all("items", "run_id").toString();
    }

    private static String titles(Reply list) {
        return list.expect(200).all("items", "title").toString();
    }
}
