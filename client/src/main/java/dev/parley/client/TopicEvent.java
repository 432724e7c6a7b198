package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Something that was published.
 *
 * @param topic its full name, such as {@code agent.alice.data.ready}
 * @param publisher the agent that published it, or {@code user}
 * @param type the publisher's own word for it, such as {@code data.ready}
 * @param frame the whole event as it was delivered
 */
public record TopicEvent(
        String topic, String publisher, String type, ObjectNode data, ObjectNode frame) {
    static TopicEvent read(ObjectNode frame) {
        var inner = new Answer(frame.withObject("data"));
        return new TopicEvent(
                new Answer(frame).text("event_type"),
                inner.text("agent"),
                inner.text("event_type"),
                inner.json().withObject("data"),
                frame);
    }
}
