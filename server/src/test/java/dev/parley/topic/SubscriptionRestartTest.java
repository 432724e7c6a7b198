package dev.parley.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import org.junit.jupiter.api.Test;

/** A subscription outlives the hub that it was made on. */
class SubscriptionRestartTest {
    @Test
    void itGoesOnWhereItWasAndMissesNothing() {
        var parley = TestParley.start();
        try {
            var bob = parley.agent("bob");
            bob.put("/api/subscriptions/mine", "{\"topics\":[\"agent.bob.*\"]}").expect(201);
            bob.post("/api/events", "{\"event_type\":\"one\"}").expect(201);
            bob.post("/api/events", "{\"event_type\":\"two\"}").expect(201);
            var first = bob.get("/api/subscriptions/mine?limit=1").expect(200);
            bob.post("/api/subscriptions/mine/commit", "{\"position\":" + first.number("end") + "}")
                    .expect(200);
            parley = parley.restarted();
            var again = parley.bearer(bob.token());
            var next = again.get("/api/subscriptions/mine").expect(200);
            assertThat(next.elements("items")).hasSize(1);
            assertThat(next.json().at("/items/0/event/event_type").asText())
                    .isEqualTo("agent.bob.two");
            assertThat(next.json().path("missed").asBoolean()).isFalse();
        } finally {
            parley.close();
        }
    }
}
