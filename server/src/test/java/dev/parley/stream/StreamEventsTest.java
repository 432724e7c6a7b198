package dev.parley.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.store.Cursor;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What streams tell, and to whom. */
@Timeout(30)
class StreamEventsTest {
    private static TestParley parley;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @Test
    void aMessageIsToldAsItsEnvelope() {
        var alice = parley.agent("alice");
        var run = alice.run("{}");
        try (var events = EventStream.open(alice, "/api/runs/" + run + "/events")) {
            alice.say(run, "{\"to\":\"bob\",\"message_id\":\"m1\",\"summary\":\"line\\nbreak\"}");
            var told = events.expect("agent_message");
            var stored = alice.get("/api/runs/" + run + "/messages/m1").json();
            assertThat(told.id()).isNotEmpty();
            assertThat(told.data().path("sessionId")).isEqualTo(stored.path("session_id"));
            assertThat(told.data().remove(List.of("sessionId")).toString())
                    .isEqualTo(stored.toString());
        }
    }

    @Test
    void progressIsToldTwiceAndOnlyTheLastOfAChangeCarriesTheId() {
        var alice = parley.agent("alice");
        var run = alice.run("{}");
        try (var events = EventStream.open(alice, "/api/runs/" + run + "/events")) {
            alice.say(run, "{\"to\":\"bob\",\"kind\":\"plan_update\"}");
            assertThat(events.expect("agent_message").id()).isEmpty();
            var progress = events.expect("agent_progress");
            assertThat(progress.id()).isNotEmpty();
            assertThat(progress.data().path("kind").asText()).isEqualTo("plan_update");
        }
    }

    @Test
    void aQuestionToThePersonIsToldAsTheProtocolsObject() {
        var alice = parley.agent("alice");
        var run = alice.run("{}");
        try (var events = EventStream.open(alice, "/api/runs/" + run + "/events")) {
            alice.say(run, "{\"type\":\"REQUEST_USER_INPUT\",\"question\":\"From where?\"}");
            var message = events.expect("agent_message");
            var asked = events.expect("user_input_request").data();
            assertThat(asked.path("type").asText()).isEqualTo("REQUEST_USER_INPUT");
            assertThat(asked.path("question").asText()).isEqualTo("From where?");
            assertThat(asked.path("run_id").asText()).isEqualTo(run);
            assertThat(asked.path("sessionId")).isEqualTo(message.data().path("session_id"));
        }
    }

    @Test
    void whatComesAgainIsToldOnlyToWhomItIsAddressed() {
        var alice = parley.agent("alice");
        var dora = parley.agent("dora");
        var run = alice.run("{\"participants\":{\"a\":\"alice\",\"d\":\"dora\"}}");
        try (var own = EventStream.open(dora, "/api/agents/dora/events");
                var all = EventStream.open(dora, "/api/runs/" + run + "/events")) {
            alice.say(run, "{\"to\":\"dora\",\"requires_ack\":true}");
            dora.post("/api/runs/" + run + "/pull", "{}").expect(200);
            parley.watch(Duration.ofSeconds(30));
            alice.say(run, "{\"to\":\"dora\"}");
            assertThat(all.seqs(2)).containsExactly(1L, 2L);
            assertThat(own.expect("agent_message").data().has("attempt")).isFalse();
            var again = own.expect("agent_message");
            assertThat(again.seq()).isEqualTo(1);
            assertThat(again.data().path("attempt").asInt()).isEqualTo(2);
            assertThat(again.id()).isNotEmpty();
            assertThat(own.seqs(1)).containsExactly(2L);
        }
    }

    @Test
    void aChangeOfAnAgentsStateIsTold() throws SQLException {
        var alice = parley.agent("alice");
        var run = alice.run("{}");
        try (var events = EventStream.open(alice, "/api/runs/" + run + "/events");
                var file =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + parley.folder().resolve("parley.db"));
                var insert =
                        file.prepareStatement(
                                "INSERT INTO feed (space, type, run_id, seq, detail)"
                                        + " VALUES ('default', 'state', ?, 1, ?)")) {
            insert.setString(1, run);
            insert.setString(2, "{\"agent\":\"bob\",\"state\":\"analyzing\"}");
            insert.executeUpdate();
            alice.say(run, "{\"to\":\"bob\"}");
            var state = events.expect("agent_state");
            assertThat(state.id()).isNotEmpty();
            assertThat(state.data().path("agent").asText()).isEqualTo("bob");
            assertThat(state.data().path("state").asText()).isEqualTo("analyzing");
            assertThat(state.data().path("run_id").asText()).isEqualTo(run);
            assertThat(state.data().path("sessionId"))
                    .isEqualTo(events.expect("agent_message").data().path("session_id"));
        }
    }

    @Test
    void acksAreNotTold() {
        var alice = parley.agent("alice");
        var bob = parley.agent("bob");
        var run = alice.run("{}");
        try (var events = EventStream.open(alice, "/api/runs/" + run + "/events")) {
            alice.say(run, "{\"to\":\"bob\",\"message_id\":\"m1\",\"requires_ack\":true}");
            bob.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}").expect(200);
            alice.say(run, "{\"to\":\"bob\"}");
            assertThat(events.seqs(2)).containsExactly(1L, 3L);
        }
    }

    @Test
    void aStreamBeginsNowUnlessItSaysFromTheBeginning() {
        var alice = parley.agent("alice");
        var run = alice.run("{}");
        var path = "/api/runs/" + run + "/events";
        alice.say(run, "{\"to\":\"bob\"}");
        try (var now = EventStream.open(alice, path);
                var all = EventStream.open(alice, path + "?after=0")) {
            alice.say(run, "{\"to\":\"bob\"}");
            assertThat(now.seqs(1)).containsExactly(2L);
            assertThat(all.seqs(2)).containsExactly(1L, 2L);
        }
    }

    @Test
    void anAgentsStreamTellsWhatIsAddressedToItInAllItsRuns() {
        var alice = parley.agent("alice");
        var dora = parley.agent("dora");
        var open = alice.run("{}");
        var managed =
                alice.run(
                        "{\"protocol\":\"managed\",\"participants\":{\"manager\":\"alice\",\"worker\":\"dora\"}}");
        try (var own = EventStream.open(dora, "/api/agents/dora/events");
                var watched = EventStream.open(parley.owner(), "/api/agents/dora/events")) {
            alice.say(open, "{\"to\":\"bob\",\"summary\":\"not for dora\"}");
            alice.say(open, "{\"to\":\"dora\",\"summary\":\"1\"}");
            alice.say(managed, "{\"to\":\"worker\",\"kind\":\"intent_brief\",\"summary\":\"2\"}");
            alice.say(managed, "{\"to\":\"broadcast\",\"kind\":\"cancel\",\"summary\":\"3\"}");
            for (var stream : new EventStream[] {own, watched}) {
                for (var summary : new String[] {"1", "2", "3"}) {
                    var told = stream.expect("agent_message").data();
                    assertThat(told.path("summary").asText()).isEqualTo(summary);
                }
            }
        }
        alice.get("/api/agents/dora/events").expect(Problem.FORBIDDEN);
    }

    @Test
    void anAgentSeesNothingOfARunItTakesNoPartIn() {
        var alice = parley.agent("alice");
        var eve = parley.agent("eve");
        var secret =
                alice.run("{\"protocol\":\"managed\",\"participants\":{\"manager\":\"alice\"}}");
        var open = alice.run("{}");
        eve.get("/api/runs/" + secret + "/events").expect(Problem.FORBIDDEN);
        try (var feed = EventStream.open(eve, "/api/feed");
                var addressed = EventStream.open(eve, "/api/agents/eve/events");
                var all = EventStream.open(parley.person("ann"), "/api/feed")) {
            alice.say(secret, "{\"to\":\"user\",\"kind\":\"final_response\"}");
            alice.say(open, "{\"to\":\"eve\"}");
            for (var stream : new EventStream[] {feed, addressed}) {
                assertThat(stream.expect("agent_message").data().path("run_id").asText())
                        .isEqualTo(open);
            }
            assertThat(all.expect("agent_message").data().path("run_id").asText())
                    .isEqualTo(secret);
        }
        try (var again = EventStream.open(eve, "/api/feed?after=0")) {
            for (var told = again.next(); ; told = again.next()) {
                var run = told.orElseThrow().data().path("run_id").asText();
                assertThat(run).isNotEqualTo(secret);
                if (run.equals(open)) {
                    break;
                }
            }
        }
    }

    @Test
    void anotherSpaceSeesNothing() {
        var alice = parley.agent("alice");
        var run = alice.run("{}");
        var other = parley.token("{\"role\":\"observer\",\"space\":\"other\"}");
        var agentThere = parley.token("{\"agent\":\"bob\",\"space\":\"other\"}");
        var carolThere = parley.token("{\"agent\":\"carol\",\"space\":\"other\"}");
        other.get("/api/runs/" + run + "/events").expect(Problem.UNKNOWN_RUN);
        try (var feed = EventStream.open(other, "/api/feed?after=0");
                var agents = EventStream.open(agentThere, "/api/feed?after=0");
                var addressed = EventStream.open(other, "/api/agents/bob/events?after=0")) {
            alice.say(run, "{\"to\":\"bob\"}");
            var own = agentThere.run("{}");
            carolThere.say(own, "{\"to\":\"bob\"}");
            feed.expect("run");
            agents.expect("run");
            for (var stream : new EventStream[] {feed, agents, addressed}) {
                assertThat(stream.expect("agent_message").data().path("run_id").asText())
                        .isEqualTo(own);
            }
        }
    }

    @Test
    void anIdThatTheFeedHasNotReachedOrOfAnotherEpochIsRefusedBeforeAnythingIsSent() {
        var alice = parley.agent("alice");
        var run = alice.run("{}");
        alice.say(run, "{\"to\":\"bob\"}");
        var path = "/api/runs/" + run + "/events";
        var epoch = alice.get("/api/runs/" + run).text("epoch");
        alice.get(path + "?after=" + Cursor.write(epoch, "99999999.0"))
                .expect(Problem.CURSOR_AHEAD);
        alice.get(path + "?after=" + Cursor.write("ep_other", "1.0")).expect(Problem.CURSOR_AHEAD);
        for (var id : new String[] {"17", "!", Cursor.write(epoch, "x"), ""}) {
            alice.send(alice.request(path).header("Last-Event-ID", id)).expect(Problem.BAD_VALUE);
        }
    }

    @Test
    void theHeaderCountsBeforeTheAddress() {
        var alice = parley.agent("alice");
        var run = alice.run("{}");
        var path = "/api/runs/" + run + "/events?after=0";
        alice.say(run, "{\"to\":\"bob\"}");
        alice.say(run, "{\"to\":\"bob\"}");
        try (var first = EventStream.open(alice, path)) {
            assertThat(first.seqs(1)).containsExactly(1L);
            try (var second = EventStream.resume(alice, path, first.lastId())) {
                assertThat(second.seqs(1)).containsExactly(2L);
            }
        }
    }
}
