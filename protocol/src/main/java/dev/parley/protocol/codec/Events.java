package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Part;
import dev.parley.protocol.Problem;
import dev.parley.protocol.PublishedEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The event format: {@code message.to.{agent}} frames for direct messages, and {@code
 * agent.{agent}.{event_type}} frames for what agents publish.
 *
 * <p>A message that came without parts is written with its summary as a text part and its payload
 * as a data part. When a sender's frame was made is checked but not kept: the hub's time counts.
 */
public final class Events {
    private static final String DIRECT = "message.to.";
    private static final String PUBLISHED = "agent.";

    private Events() {}

    public static Draft draft(ObjectNode frame) {
        var in = Fields.of(frame);
        var eventType = in.requiredText("event_type");
        if (!eventType.startsWith(DIRECT)) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "event_type of a message must begin with message.to., was "
                            + Names.quote(eventType));
        }
        var data = in.require(in.fields("data"), "data");
        data.isoTime("timestamp");
        var message = data.require(data.fields("message"), "message");
        var parts = Parts.read(message.require(message.array("parts"), "parts"));
        return Draft.to(recipient(eventType, data), Envelope.DEFAULT_KIND)
                .from(data.address("from_agent", "from"))
                .messageId(data.id(MessageId::new, "message_id"))
                .summary(OneLine.summary(text(parts)))
                .parts(parts)
                .expectsReply(data.bool("expects_reply"))
                .deadlineAt(data.epochSeconds("deadline_at"))
                .build();
    }

    public static ObjectNode write(Message message) {
        var data =
                new ObjectWriter()
                        .put("from_agent", message.fromAgent())
                        .put("to_agent", message.toAgent())
                        .put("message", Json.object().set("parts", Parts.write(parts(message))))
                        .put("timestamp", Times.iso(message.createdAt()));
        return frame(DIRECT + message.toAgent(), data.object());
    }

    public static PublishedEvent published(ObjectNode frame) {
        var in = Fields.of(frame);
        var topic = in.requiredText("event_type");
        var data = in.require(in.fields("data"), "data");
        var event =
                new PublishedEvent(
                        new AgentName(data.requiredText("agent")),
                        data.requiredText("event_type"),
                        Optional.ofNullable(data.object("data")).orElseGet(Json::object),
                        data.isoTime("timestamp"));
        if (!event.topic().equals(topic)) {
            throw disagreement(topic, event.topic());
        }
        return event;
    }

    public static ObjectNode write(PublishedEvent event) {
        var timestamp = event.timestamp();
        var data =
                new ObjectWriter()
                        .put("agent", event.agent())
                        .put("event_type", event.eventType())
                        .put("data", event.data())
                        .put("timestamp", timestamp == null ? null : Times.iso(timestamp));
        return frame(event.topic(), data.object());
    }

    /** Whether the frame is something published rather than a message. */
    public static boolean isPublished(ObjectNode frame) {
        var eventType = Fields.of(frame).text("event_type");
        return eventType != null && eventType.startsWith(PUBLISHED);
    }

    private static ObjectNode frame(String eventType, ObjectNode data) {
        return new ObjectWriter().put("event_type", eventType).put("data", data).object();
    }

    private static Address recipient(String eventType, Fields data) {
        var named = new Address(eventType.substring(DIRECT.length()));
        var to = data.address("to_agent", "to");
        if (to != null && !to.equals(named)) {
            throw disagreement(eventType, DIRECT + to);
        }
        return named;
    }

    private static ParleyException disagreement(String eventType, String ofData) {
        return new ParleyException(
                Problem.CONFLICTING_FIELDS,
                "event_type is "
                        + Names.quote(eventType)
                        + " but data is for "
                        + Names.quote(ofData));
    }

    private static String text(List<Part> parts) {
        return parts.stream()
                .flatMap(part -> part.text().stream())
                .collect(Collectors.joining("\n"));
    }

    private static List<Part> parts(Message message) {
        if (!message.parts().isEmpty()) {
            return message.parts();
        }
        var parts = new ArrayList<Part>();
        parts.add(Part.ofText(message.summary()));
        if (!message.payload().isEmpty()) {
            parts.add(new Part("data", message.payload()));
        }
        return parts;
    }
}
