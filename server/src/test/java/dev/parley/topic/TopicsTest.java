package dev.parley.topic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.bus.Topic;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.stream.EventStream;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever follows a topic gets what is published on it, once and in order. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class TopicsTest {
    private static final String SUBSCRIPTION = "/api/subscriptions/mine";

    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller alice;
    private Caller monitor;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        alice = parley.agent("alice");
        monitor = parley.agent("monitor");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void whatAnAgentPublishesIsItsOwnAndReadsBackVerbatim() {
        subscribe("{\"topics\":[\"agent.alice.*\"]}");
        var answer = publish(alice, "ready", "{\"rows\":3}");
        assertThat(answer.text("topic")).isEqualTo("agent.alice.ready");
        var frame = next(0).getFirst().path("event");
        assertThat(frame.path("event_type").asText()).isEqualTo("agent.alice.ready");
        assertThat(frame.at("/data/agent").asText()).isEqualTo("alice");
        assertThat(frame.at("/data/event_type").asText()).isEqualTo("ready");
        assertThat(frame.at("/data/data/rows").asInt()).isEqualTo(3);
        assertThat(frame.at("/data/timestamp").asText()).endsWith("Z");
        alice.post("/api/events", frame.toString()).expect(201);
        assertThat(next(0)).hasSize(2);
    }

    @Test
    void nobodyPublishesAsAnother() {
        monitor.post("/api/events", "{\"event_type\":\"x\",\"agent\":\"alice\"}")
                .expect(Problem.SENDER_MISMATCH);
        parley.owner()
                .post("/api/events", "{\"event_type\":\"x\",\"agent\":\"alice\"}")
                .expect(201);
        assertThat(publish(parley.person("ann"), "deploy", "{}").text("topic"))
                .isEqualTo("user.deploy");
    }

    @Test
    void aSubscriptionGetsWhatItsPatternsMatchInOneOrder() {
        subscribe("{\"topics\":[\"agent.*.task.complete\",\"agent.monitor.**\"]}");
        publish(alice, "task.complete", "{\"n\":1}");
        publish(alice, "task.started", "{\"n\":2}");
        publish(monitor, "any.thing.at.all", "{\"n\":3}");
        publish(monitor, "task.complete", "{\"n\":4}");
        assertThat(numbers(next(0))).containsExactly(1, 3, 4);
    }

    @Test
    void aPlaceNeverGoesBackNorAheadOfWhatIsThere() {
        subscribe("{\"topics\":[\"**\"]}");
        publish(alice, "one", "{\"n\":1}");
        publish(alice, "two", "{\"n\":2}");
        commit(2);
        commit(1);
        assertThat(monitor.get(SUBSCRIPTION).number("position")).isEqualTo(2);
        monitor.post(SUBSCRIPTION + "/commit", "{\"position\":99}").expect(Problem.CURSOR_AHEAD);
    }

    @Test
    void whoWaitsIsToldAndWhoUnsubscribedIsNot() {
        subscribe("{\"topics\":[\"agent.alice.wanted\"]}");
        var waiting = monitor.later(SUBSCRIPTION + "?wait=30");
        parley.awaitWaiter(new Topic.Events(Space.DEFAULT));
        publish(alice, "other", "{}");
        publish(alice, "wanted", "{\"n\":1}");
        assertThat(numbers(waiting.join().elements("items"))).containsExactly(1);
        monitor.delete(SUBSCRIPTION).expect(204);
        monitor.get(SUBSCRIPTION).expect(Problem.UNKNOWN_SUBSCRIPTION);
    }

    @Test
    void threeWhoListenAreToldAndResumeWithoutGap() {
        publish(alice, "before", "{\"n\":0}");
        String seen;
        try (var one = EventStream.open(monitor, "/api/events?topic=agent.alice.*");
                var two = EventStream.open(monitor, "/api/events?topic=agent.**&topic=nothing");
                var three = EventStream.open(alice, "/api/events?topic=agent.alice.ready")) {
            publish(alice, "ready", "{\"n\":1}");
            for (var listener : List.of(one, two, three)) {
                assertThat(listener.expect("event").data().at("/data/data/n").asInt()).isEqualTo(1);
            }
            publish(alice, "again", "{\"n\":2}");
            seen = one.expect("event").id();
        }
        publish(alice, "meanwhile", "{\"n\":3}");
        try (var one = EventStream.open(monitor, "/api/events?topic=agent.alice.*&after=" + seen)) {
            assertThat(one.expect("event").data().at("/data/data/n").asInt()).isEqualTo(3);
        }
        try (var kept = EventStream.open(monitor, "/api/events?topic=**&after=0")) {
            assertThat(kept.expect("event").data().at("/data/data/n").asInt()).isZero();
        }
    }

    @Test
    void aRepeatedPublicationIsOneEvent() {
        subscribe("{\"topics\":[\"**\"]}");
        for (int i = 0; i < 2; i++) {
            alice.post("/api/events", "{\"event_type\":\"x\"}", "Idempotency-Key", "k");
        }
        assertThat(next(0)).hasSize(1);
    }

    @Test
    void badTopicsAreRefused() {
        for (var topics : List.of("[]", "[\"a..b\"]", "[\"a*\"]", "[1]")) {
            monitor.put(SUBSCRIPTION, "{\"topics\":" + topics + "}").expect(Problem.BAD_VALUE);
        }
        alice.post("/api/events", "{\"event_type\":\"a b\"}").expect(Problem.BAD_VALUE);
        alice.post(
                        "/api/events",
                        "{\"event_type\":\"x\",\"data\":{\"t\":\"" + "x".repeat(70_000) + "\"}}")
                .expect(Problem.BODY_SIZE);
        monitor.get("/api/events").expect(Problem.BAD_VALUE);
    }

    private Reply publish(Caller caller, String word, String data) {
        return caller.post("/api/events", "{\"event_type\":\"" + word + "\",\"data\":" + data + "}")
                .expect(201);
    }

    private void subscribe(String json) {
        monitor.put(SUBSCRIPTION, json).expect(201);
    }

    private List<JsonNode> next(long after) {
        return monitor.get(SUBSCRIPTION + "?after=" + after).expect(200).elements("items");
    }

    private void commit(long position) {
        monitor.post(SUBSCRIPTION + "/commit", "{\"position\":" + position + "}").expect(200);
    }

    private static List<Integer> numbers(List<JsonNode> items) {
        return items.stream().map(item -> item.at("/event/data/data/n").asInt()).toList();
    }
}
