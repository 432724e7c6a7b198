package dev.parley.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** People see what was published, and who has it, without taking part. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class SurveysTest {
    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller alice;
    private Caller bob;
    private Caller ann;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        ann = parley.person("ann");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void topicsAreShownWithTheirEventsTheNewestFirst() {
        publish("ready");
        publish("ready");
        publish("done");
        var topics = ann.get("/api/topics").expect(200);
        assertThat(topics.all("items", "topic"))
                .containsExactly("agent.alice.done", "agent.alice.ready");
        assertThat(topics.all("items", "events")).containsExactly("1", "2");
        assertThat(topics.all("items", "newest")).containsExactly("3", "2");
        assertThat(topics.json().at("/items/0/newest_at").isNumber()).isTrue();
        assertThat(topics.number("newest")).isEqualTo(3);
        assertThat(topics.number("looked_at")).isEqualTo(3);
    }

    @Test
    void aSubscriptionIsAsFarBehindAsItHasEventsToCome() {
        bob.put("/api/subscriptions/work", "{\"topics\":[\"agent.*.ready\"]}").expect(201);
        publish("ready");
        publish("done");
        publish("ready");
        publish("ready");
        assertThat(ann.get("/api/topics").json().at("/subscriptions/0/behind").asInt())
                .isEqualTo(3);
        bob.post("/api/subscriptions/work/commit", "{\"position\":2}").expect(200);
        var seen = ann.get("/api/topics").json().at("/subscriptions/0");
        assertThat(seen.path("holder").asText()).isEqualTo("bob");
        assertThat(seen.path("behind").asInt()).isEqualTo(2);
        assertThat(alice.get("/api/topics").elements("subscriptions")).isEmpty();
        assertThat(bob.get("/api/topics").elements("subscriptions")).hasSize(1);
    }

    @Test
    void theNewestEventsAreReadWithoutMovingAnything() {
        for (int i = 0; i < 3; i++) {
            publish("ready");
            publish("done");
        }
        var newest = ann.get("/api/topics/events?topic=agent.*.ready&limit=2").expect(200);
        assertThat(newest.all("items", "position")).containsExactly("5", "3");
        assertThat(newest.json().at("/items/0/event/event_type").asText())
                .isEqualTo("agent.alice.ready");
        var next = "&before=" + newest.number("next");
        var rest = ann.get("/api/topics/events?topic=agent.*.ready" + next).expect(200);
        assertThat(rest.all("items", "position")).containsExactly("1");
        assertThat(rest.json().path("next").isNull()).isTrue();
        ann.get("/api/topics/events").expect(Problem.BAD_VALUE);
    }

    private void publish(String word) {
        alice.post("/api/events", "{\"event_type\":\"" + word + "\",\"data\":{}}").expect(201);
    }
}
