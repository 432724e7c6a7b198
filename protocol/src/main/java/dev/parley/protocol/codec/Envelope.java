package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.protocol.Act;
import dev.parley.protocol.BlobId;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.PayloadRef;
import dev.parley.protocol.Priority;
import dev.parley.protocol.RunId;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Source;
import dev.parley.protocol.ThreadId;
import dev.parley.protocol.Trace;
import dev.parley.protocol.Visibility;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The default format: every field of a message by its own name.
 *
 * <p>{@code from}, {@code to} and {@code in_response_to} are read as other names of {@code
 * from_agent}, {@code to_agent} and {@code parent_id}; {@code text} or {@code message} is read as
 * the summary of a draft that has none.
 */
public final class Envelope {
    /** What a draft is when it does not say. */
    public static final String DEFAULT_KIND = "message";

    private Envelope() {}

    public static Draft draft(ObjectNode envelope) {
        var in = Fields.of(envelope);
        var kind = in.text("kind");
        var to = in.require(in.address("to_agent", "to"), "to_agent");
        return Draft.to(to, kind == null ? DEFAULT_KIND : kind)
                .messageId(in.id(MessageId::new, "message_id"))
                .from(in.address("from_agent", "from"))
                .summary(summary(in))
                .payload(Objects.requireNonNullElseGet(in.object("payload"), Json::object))
                .parts(Parts.read(in.array("parts")))
                .visibility(in.oneOf(Visibility.class, "visibility"))
                .priority(priority(in))
                .requiresAck(in.bool("requires_ack"))
                .expectsReply(in.bool("expects_reply"))
                .thread(in.id(ThreadId::new, "thread_id"))
                .correlation(in.text("correlation_id"))
                .parent(in.id(MessageId::new, "parent_id", "in_response_to"))
                .deadlineAt(in.epochSeconds("deadline_at"))
                .source(in.oneOf(Source.class, "source"))
                .fromSession(in.id(SessionId::new, "from_session"))
                .payloadRef(payloadRef(in))
                .build();
    }

    /**
     * What the sender said, in normal form, whatever format and spelling it came in: the fields
     * that a draft's digest is over. The message id is not among them.
     */
    public static ObjectNode fields(Draft draft) {
        return new ObjectWriter()
                .put("from_agent", draft.fromAgent())
                .put("to_agent", draft.toAgent())
                .put("kind", draft.kind())
                .put("summary", draft.summary())
                .put("payload", draft.payload())
                .put("parts", draft.parts().isEmpty() ? null : Parts.write(draft.parts()))
                .put("visibility", draft.visibility())
                .put("priority", priority(draft.priority()))
                .put("requires_ack", draft.requiresAck())
                .put("expects_reply", draft.expectsReply())
                .put("thread_id", draft.threadId())
                .put("correlation_id", draft.correlationId())
                .put("parent_id", draft.parentId())
                .put("deadline_at", draft.deadlineAt())
                .put("source", draft.source())
                .put("from_session", draft.fromSession())
                .put("payload_ref", write(draft.payloadRef()))
                .object();
    }

    public static ObjectNode write(Message message) {
        return new ObjectWriter()
                .put("message_id", message.messageId())
                .put("run_id", message.runId())
                .put("session_id", message.sessionId())
                .put("thread_id", message.threadId())
                .put("seq", message.seq())
                .put("from_agent", message.fromAgent())
                .put("sender", message.sender())
                .put("to_agent", message.toAgent())
                .put("kind", message.kind())
                .put("act", message.act())
                .put("summary", message.summary())
                .put("payload", message.payload())
                .put("parts", message.parts().isEmpty() ? null : Parts.write(message.parts()))
                .put("visibility", message.visibility())
                .put("priority", priority(message.priority()))
                .put("requires_ack", message.requiresAck())
                .put("expects_reply", message.expectsReply())
                .putOrNull("correlation_id", message.correlationId())
                .putOrNull("parent_id", message.parentId())
                .put("deadline_at", message.deadlineAt())
                .put("created_at", message.createdAt())
                .put("source", message.source())
                .put("from_session", message.fromSession())
                .put("trace", write(message.trace()))
                .put("payload_ref", write(message.payloadRef()))
                .object();
    }

    /** Reads what {@link #write(Message)} wrote. */
    public static Message read(ObjectNode envelope) {
        var in = Fields.of(envelope);
        return new Message(
                in.require(in.id(MessageId::new, "message_id"), "message_id"),
                in.require(in.id(RunId::new, "run_id"), "run_id"),
                in.require(in.id(SessionId::new, "session_id"), "session_id"),
                in.require(in.id(ThreadId::new, "thread_id"), "thread_id"),
                in.require(in.integer("seq"), "seq"),
                in.require(in.address("from_agent", "from"), "from_agent"),
                in.require(in.text("sender"), "sender"),
                in.require(in.address("to_agent", "to"), "to_agent"),
                in.require(in.text("kind"), "kind"),
                in.require(in.oneOf(Act.class, "act"), "act"),
                in.require(in.text("summary"), "summary"),
                in.require(in.object("payload"), "payload"),
                Parts.read(in.array("parts")),
                in.require(in.oneOf(Visibility.class, "visibility"), "visibility"),
                priority(in),
                in.require(in.bool("requires_ack"), "requires_ack"),
                in.require(in.bool("expects_reply"), "expects_reply"),
                in.text("correlation_id"),
                in.id(MessageId::new, "parent_id", "in_response_to"),
                in.epochSeconds("deadline_at"),
                in.require(in.epochSeconds("created_at"), "created_at"),
                in.require(in.oneOf(Source.class, "source"), "source"),
                in.id(SessionId::new, "from_session"),
                trace(in.require(in.fields("trace"), "trace")),
                payloadRef(in));
    }

    /** Whoever says what it has to say under another name has not said nothing. */
    private static String summary(Fields in) {
        var summary = in.text("summary");
        return summary != null
                ? summary
                : Stream.of("text", "message")
                        .flatMap(name -> Stream.ofNullable(in.find(name)))
                        .filter(JsonNode::isTextual)
                        .findFirst()
                        .map(JsonNode::textValue)
                        .orElse("");
    }

    private static Priority priority(Fields in) {
        var node = in.find("priority");
        if (node == null) {
            return Priority.NORMAL;
        }
        if (node.isTextual()) {
            return Priority.named(node.textValue());
        }
        if (node.isIntegralNumber() && node.canConvertToInt()) {
            return new Priority(node.intValue());
        }
        throw in.wrong("priority", "low, normal, high, urgent or an integer", node);
    }

    private static JsonNode priority(Priority priority) {
        boolean isNamed = Priority.named(priority.name()).equals(priority);
        return isNamed ? new TextNode(priority.name()) : new IntNode(priority.value());
    }

    private static Trace trace(Fields in) {
        long hops = in.require(in.integer("hop_count"), "hop_count");
        return new Trace(
                in.require(in.text("trace_id"), "trace_id"),
                Math.clamp(hops, 0, Integer.MAX_VALUE),
                in.require(in.text("origin"), "origin"));
    }

    private static ObjectNode write(Trace trace) {
        return new ObjectWriter()
                .put("trace_id", trace.traceId())
                .put("hop_count", trace.hopCount())
                .put("origin", trace.origin())
                .object();
    }

    private static @Nullable PayloadRef payloadRef(Fields envelope) {
        var in = envelope.fields("payload_ref");
        if (in == null) {
            return null;
        }
        return new PayloadRef(
                in.require(in.id(BlobId::new, "blob_id"), "blob_id"),
                in.require(in.integer("size"), "size"),
                in.require(in.text("sha256"), "sha256"));
    }

    private static @Nullable ObjectNode write(@Nullable PayloadRef ref) {
        if (ref == null) {
            return null;
        }
        return new ObjectWriter()
                .put("blob_id", ref.blobId())
                .put("size", ref.size())
                .put("sha256", ref.sha256())
                .object();
    }
}
