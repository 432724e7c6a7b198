package dev.parley.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** One stream tells everything that somebody may see, whichever run it belongs to, or none. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class FeedTest {
    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller ann;
    private Caller alice;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        ann = parley.person("ann");
        alice = parley.agent("alice");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void aRunIsToldWhenItBeginsAndWheneverItStandsOtherwise() {
        try (var feed = EventStream.open(ann, "/api/feed")) {
            var run = alice.run("{}");
            var begun = feed.expect("run");
            assertThat(begun.data().path("run_id").asText()).isEqualTo(run);
            assertThat(begun.data().path("status").asText()).isEqualTo("running");
            assertThat(begun.id()).isNotEmpty();
            ann.post("/api/runs/" + run + "/pause", "{\"reason\":\"lunch\"}").expect(200);
            var paused = feed.expect("run").data();
            assertThat(paused.path("paused").asBoolean()).isTrue();
            assertThat(paused.path("reason").asText()).isEqualTo("lunch");
            feed.expect("agent_message");
            ann.post("/api/runs/" + run + "/cancel", "{}").expect(200);
            assertThat(feed.expect("run").data().path("status").asText()).isEqualTo("cancelled");
        }
    }

    @Test
    void questionsAreToldWhenTheyOpenAndClose() {
        var run = alice.run("{}");
        try (var feed = EventStream.open(ann, "/api/feed")) {
            alice.say(run, "{\"type\":\"REQUEST_USER_INPUT\",\"question\":\"From where?\"}");
            var opened = until(feed, "question");
            assertThat(opened.path("state").asText()).isEqualTo("open");
            var id = opened.path("question_id").asText();
            ann.post("/api/questions/" + id + "/answer", "{\"answer\":\"LAX\"}").expect(201);
            var closed = until(feed, "question");
            assertThat(closed.path("question_id").asText()).isEqualTo(id);
            assertThat(closed.path("state").asText()).isEqualTo("answered");
        }
    }

    @Test
    void whoComesAndGoesIsTold() {
        try (var feed = EventStream.open(ann, "/api/feed")) {
            joined(feed);
            alice.post("/api/agents/alice/instances/one/state", "{\"state\":\"busy\"}").expect(200);
            parley.lookOut();
            var came = until(feed, "presence");
            assertThat(came.toString())
                    .isEqualTo(
                            "{\"agent\":\"alice\",\"online\":true,\"instances_online\":1,\"state\":\"busy\"}");
            parley.pass(Duration.ofSeconds(61));
            parley.lookOut();
            var went = until(feed, "presence");
            assertThat(went.path("online").asBoolean()).isFalse();
            assertThat(went.path("state").isNull()).isTrue();
        }
    }

    @Test
    void whatCouldNotBeDeliveredIsToldToPeopleAndToItsSenderOnly() {
        var bob = parley.agent("bob");
        try (var all = EventStream.open(ann, "/api/feed");
                var own = EventStream.open(alice, "/api/feed");
                var other = EventStream.open(bob, "/api/feed")) {
            joined(all, own, other);
            var run = alice.run("{}");
            alice.post("/api/runs/" + run + "/messages", "{\"to\":7}").expect(422);
            parley.lookOut();
            var letter = until(all, "dead_letter");
            assertThat(letter.path("code").asText()).isEqualTo("bad-value");
            assertThat(letter.path("run_id").asText()).isEqualTo(run);
            assertThat(until(own, "dead_letter")).isEqualTo(letter);
            alice.post("/api/events", "{\"event_type\":\"done\",\"data\":{}}").expect(201);
            parley.lookOut();
            while (true) {
                var told = other.next().orElseThrow();
                assertThat(told.event()).isNotEqualTo("dead_letter");
                if (told.event().equals("topics")) {
                    break;
                }
            }
            assertThat(until(all, "topics").path("newest").asLong()).isEqualTo(1);
        }
    }

    /** Has the hub look at each once, so that the next look tells what is new. */
    private void joined(EventStream... feeds) {
        var run = ann.run("{}");
        for (var feed : feeds) {
            assertThat(until(feed, "run").path("run_id").asText()).isEqualTo(run);
        }
        parley.lookOut();
    }

    private static ObjectNode until(EventStream feed, String event) {
        while (true) {
            var told = feed.next().orElseThrow();
            if (told.event().equals(event)) {
                return told.data();
            }
        }
    }
}
