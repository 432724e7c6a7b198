package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.Wire;

/** The ways in which a message can be written. */
public enum Format {
    ENVELOPE,
    PROTOCOL,
    EVENT;

    /** The format that a reader asked for by name. */
    public static Format named(String name) {
        return Wire.read(Format.class, "format", name);
    }

    /** The format that an object was sent in: whatever is neither of the others is an envelope. */
    public static Format of(ObjectNode object) {
        if (ProtocolType.named(object.path("type").textValue()).isPresent()) {
            return PROTOCOL;
        }
        return object.has("event_type") || object.has("eventType") ? EVENT : ENVELOPE;
    }

    public Draft draft(ObjectNode object) {
        return switch (this) {
            case ENVELOPE -> Envelope.draft(object);
            case PROTOCOL -> ProtocolObjects.draft(object);
            case EVENT -> Events.draft(object);
        };
    }

    public ObjectNode write(Message message) {
        return switch (this) {
            case ENVELOPE -> Envelope.write(message);
            case PROTOCOL -> ProtocolObjects.write(message);
            case EVENT -> Events.write(message);
        };
    }
}
