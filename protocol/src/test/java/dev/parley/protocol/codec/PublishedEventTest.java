package dev.parley.protocol.codec;

import static dev.parley.protocol.codec.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Problem;
import dev.parley.protocol.PublishedEvent;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PublishedEventTest {
    private static final String PUBLISHED =
            """
            {"event_type":"agent.Publisher Agent.custom.event","data":{"agent":"Publisher Agent",\
            "event_type":"custom.event","data":{"key":"value","timestamp":"2025-10-02T12:00:00Z"},\
            "timestamp":"2025-10-02T12:00:00Z"}}""";

    @Test
    void aPublishedEventIsWrittenAsItWasSent() {
        var event = Events.published(Json.parseObject(PUBLISHED));
        assertThat(Json.write(Events.write(event))).isEqualTo(PUBLISHED);
        assertThat(event.topic()).isEqualTo("agent.Publisher Agent.custom.event");
        assertThat(Events.isPublished(Json.parseObject(PUBLISHED))).isTrue();
        assertThat(Events.isPublished(Json.object())).isFalse();
    }

    @Test
    void aFrameIsReadInCamelCaseWithUnknownFields() {
        var camel = Json.parseObject(PUBLISHED.replace("event_type", "eventType")).put("x", 1);
        assertThat(Events.published(camel))
                .isEqualTo(Events.published(Json.parseObject(PUBLISHED)));
    }

    @Test
    void dataAndTimeMayBeLeftOut() {
        var event = new PublishedEvent(new AgentName("v1.2 bot"), "done", Json.object(), null);
        assertThat(Events.published(Events.write(event))).isEqualTo(event);
        var sent = Events.write(event);
        ((ObjectNode) sent.get("data")).putNull("data").putNull("timestamp");
        assertThat(Events.published(sent)).isEqualTo(event);

        var stamped = event.at(Instant.parse("2025-10-02T12:00:00.500Z"));
        assertThat(Events.published(Events.write(stamped))).isEqualTo(stamped);
    }

    @ParameterizedTest
    @CsvSource({
        "/event_type, agent.Other.custom.event, CONFLICTING_FIELDS, but data is for",
        "/event_type, message.to.b, CONFLICTING_FIELDS, but data is for",
        "data/agent, user, BAD_VALUE, reserved",
        "data/agent, '', BAD_VALUE, data.agent must not be blank",
        "data/event_type, with space, BAD_VALUE, event_type must be",
        "data/timestamp, noon, BAD_VALUE, data.timestamp must be a time",
        "data/data, text, BAD_VALUE, data.data must be an object"
    })
    void aMalformedFrameIsRefused(String path, String value, Problem problem, String words) {
        var frame = Json.parseObject(PUBLISHED);
        var place = path.split("/", 2);
        var object = place[0].isEmpty() ? frame : (ObjectNode) frame.get(place[0]);
        object.put(place[1], value);
        assertRefused(() -> Events.published(frame), problem, words);
    }
}
