package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The protocol format: DELEGATE, REPORT, REQUEST_USER_INPUT, USER_RESPONSE, QUERY and ANSWER.
 *
 * <p>Messages are written by their act, so that an intent_brief reads as a DELEGATE. A message
 * whose act has none of the six is written with its kind as the type, and {@code from}, {@code to},
 * {@code summary}, {@code payload}, {@code parts} if it has any, {@code message_id} and {@code
 * in_response_to} if it replies.
 */
public final class ProtocolObjects {
    private static final List<String> STATUSES = List.of("completed", "partial", "needs_help");

    private ProtocolObjects() {}

    public static Draft draft(ObjectNode object) {
        var in = Fields.of(object);
        var type = type(in.text("type"));
        var text = in.requiredText(type.textField());
        return Draft.to(recipient(in, type), type.name())
                .from(sender(in, type))
                .messageId(in.id(MessageId::new, "message_id"))
                .summary(OneLine.summary(text))
                .payload(payload(in, type, text))
                .requiresAck(true)
                .expectsReply(type.waitFlag() == null ? null : in.bool(type.waitFlag()))
                .parent(parent(in, type))
                .build();
    }

    public static ObjectNode write(Message message) {
        return ProtocolType.of(message.act())
                .map(type -> write(type, message))
                .orElseGet(() -> writeOther(message));
    }

    private static ProtocolType type(@Nullable String name) {
        return ProtocolType.named(name)
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.BAD_VALUE,
                                        "type must be one of "
                                                + List.of(ProtocolType.values())
                                                + ", was "
                                                + (name == null ? "absent" : Names.quote(name))));
    }

    private static Address recipient(Fields in, ProtocolType type) {
        var to = in.address("to", "to_agent");
        return type == ProtocolType.REQUEST_USER_INPUT
                ? onlyUser(to, "REQUEST_USER_INPUT goes to user")
                : in.require(to, "to");
    }

    private static @Nullable Address sender(Fields in, ProtocolType type) {
        var from = in.address("from", "from_agent");
        return type == ProtocolType.USER_RESPONSE
                ? onlyUser(from, "USER_RESPONSE comes from user")
                : from;
    }

    private static Address onlyUser(@Nullable Address address, String rule) {
        if (address != null && !address.isUser()) {
            throw new ParleyException(
                    Problem.BAD_VALUE, rule + ", not " + Names.quote(address.value()));
        }
        return Address.USER;
    }

    private static @Nullable MessageId parent(Fields in, ProtocolType type) {
        var parent = in.id(MessageId::new, "in_response_to", "parent_id");
        return type.waitFlag() == null ? in.require(parent, "in_response_to") : parent;
    }

    private static ObjectNode payload(Fields in, ProtocolType type, String text) {
        var payload = Json.object().put(type.textField(), text);
        if (type == ProtocolType.REPORT) {
            payload.put("status", status(in));
        } else if (type.secondField() != null) {
            var second = in.find(type.secondField());
            if (second != null) {
                payload.set(type.secondField(), second);
            }
        }
        return payload;
    }

    private static String status(Fields in) {
        var status = in.requiredText("status");
        if (!STATUSES.contains(status)) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "status must be one of "
                            + String.join(", ", STATUSES)
                            + ", was "
                            + Names.quote(status));
        }
        return status;
    }

    private static ObjectNode write(ProtocolType type, Message message) {
        boolean hasSender = type != ProtocolType.USER_RESPONSE;
        boolean hasRecipient = type != ProtocolType.REQUEST_USER_INPUT;
        var out =
                new ObjectWriter()
                        .put("type", type.name())
                        .put("from", hasSender ? message.fromAgent() : null)
                        .put("to", hasRecipient ? message.toAgent() : null)
                        .put(type.textField(), text(type, message));
        if (type.secondField() != null) {
            out.put(type.secondField(), second(type, message));
        }
        out.put("message_id", message.messageId());
        return type.waitFlag() == null
                ? out.putOrNull("in_response_to", message.parentId()).object()
                : out.put(type.waitFlag(), message.expectsReply()).object();
    }

    private static JsonNode text(ProtocolType type, Message message) {
        var text = message.payload().get(type.textField());
        return text == null || text.isNull() ? TextNode.valueOf(message.summary()) : text;
    }

    /** What the payload says, else what the reader may take silence for. */
    private static JsonNode second(ProtocolType type, Message message) {
        if (type == ProtocolType.REPORT) {
            var status = message.payload().path("status").asText();
            return TextNode.valueOf(STATUSES.contains(status) ? status : "completed");
        }
        var context = message.payload().path("context");
        if (!context.isMissingNode() && !context.isNull()) {
            return context;
        }
        return type == ProtocolType.DELEGATE
                ? message.payload().deepCopy().without(type.textField())
                : TextNode.valueOf("");
    }

    private static ObjectNode writeOther(Message message) {
        return new ObjectWriter()
                .put("type", message.kind())
                .put("from", message.fromAgent())
                .put("to", message.toAgent())
                .put("summary", message.summary())
                .put("payload", message.payload())
                .put("parts", message.parts().isEmpty() ? null : Parts.write(message.parts()))
                .put("message_id", message.messageId())
                .put("in_response_to", message.parentId())
                .object();
    }
}
