package dev.parley.protocol;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message as its sender wrote it. What the sender left out is null here; the kind's row and the
 * run fill it in when the draft becomes a {@link Message}.
 *
 * @param fromAgent who the sender claims to be; only ever compared with the credential
 */
public record Draft(
        @Nullable MessageId messageId,
        @Nullable Address fromAgent,
        Address toAgent,
        String kind,
        String summary,
        ObjectNode payload,
        List<Part> parts,
        @Nullable Visibility visibility,
        Priority priority,
        @Nullable Boolean requiresAck,
        @Nullable Boolean expectsReply,
        @Nullable ThreadId threadId,
        @Nullable String correlationId,
        @Nullable MessageId parentId,
        @Nullable Instant deadlineAt,
        @Nullable Source source,
        @Nullable SessionId fromSession,
        @Nullable PayloadRef payloadRef) {
    public static final int MAX_SUMMARY = 4_096;
    public static final int MAX_PARTS = 100;

    public Draft {
        Names.requireId("kind", kind);
        if (summary.length() > MAX_SUMMARY) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "summary may have at most "
                            + MAX_SUMMARY
                            + " characters, had "
                            + summary.length()
                            + "; put the text into payload");
        }
        if (correlationId != null) {
            Names.requireId("correlation_id", correlationId);
        }
        if (parts.size() > MAX_PARTS) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "parts may hold at most " + MAX_PARTS + " parts");
        }
        parts = List.copyOf(parts);
        deadlineAt = deadlineAt == null ? null : deadlineAt.truncatedTo(ChronoUnit.MILLIS);
    }

    /** The same with another payload. */
    public Draft withPayload(ObjectNode other, PayloadRef ref) {
        return new Draft(
                messageId,
                fromAgent,
                toAgent,
                kind,
                summary,
                other,
                parts,
                visibility,
                priority,
                requiresAck,
                expectsReply,
                threadId,
                correlationId,
                parentId,
                deadlineAt,
                source,
                fromSession,
                ref);
    }

    /** A message of this kind to that address; everything else is set on the builder. */
    public static Builder to(Address toAgent, String kind) {
        return new Builder(toAgent, kind);
    }

    /** Collects a draft's fields; each may be left out. */
    public static final class Builder {
        private final Address toAgent;
        private final String kind;
        private @Nullable MessageId messageId;
        private @Nullable Address fromAgent;
        private String summary = "";
        private ObjectNode payload = JsonNodeFactory.instance.objectNode();
        private List<Part> parts = List.of();
        private @Nullable Visibility visibility;
        private Priority priority = Priority.NORMAL;
        private @Nullable Boolean requiresAck;
        private @Nullable Boolean expectsReply;
        private @Nullable ThreadId threadId;
        private @Nullable String correlationId;
        private @Nullable MessageId parentId;
        private @Nullable Instant deadlineAt;
        private @Nullable Source source;
        private @Nullable SessionId fromSession;
        private @Nullable PayloadRef payloadRef;

        private Builder(Address toAgent, String kind) {
            this.toAgent = toAgent;
            this.kind = kind;
        }

        public Builder messageId(@Nullable MessageId value) {
            messageId = value;
            return this;
        }

        public Builder from(@Nullable Address value) {
            fromAgent = value;
            return this;
        }

        public Builder summary(String value) {
            summary = value;
            return this;
        }

        public Builder payload(ObjectNode value) {
            payload = value;
            return this;
        }

        public Builder parts(List<Part> value) {
            parts = value;
            return this;
        }

        public Builder visibility(@Nullable Visibility value) {
            visibility = value;
            return this;
        }

        public Builder priority(Priority value) {
            priority = value;
            return this;
        }

        public Builder requiresAck(@Nullable Boolean value) {
            requiresAck = value;
            return this;
        }

        public Builder expectsReply(@Nullable Boolean value) {
            expectsReply = value;
            return this;
        }

        public Builder thread(@Nullable ThreadId value) {
            threadId = value;
            return this;
        }

        public Builder correlation(@Nullable String value) {
            correlationId = value;
            return this;
        }

        public Builder parent(@Nullable MessageId value) {
            parentId = value;
            return this;
        }

        public Builder deadlineAt(@Nullable Instant value) {
            deadlineAt = value;
            return this;
        }

        public Builder source(@Nullable Source value) {
            source = value;
            return this;
        }

        public Builder fromSession(@Nullable SessionId value) {
            fromSession = value;
            return this;
        }

        public Builder payloadRef(@Nullable PayloadRef value) {
            payloadRef = value;
            return this;
        }

        public Draft build() {
            return new Draft(
                    messageId,
                    fromAgent,
                    toAgent,
                    kind,
                    summary,
                    payload,
                    parts,
                    visibility,
                    priority,
                    requiresAck,
                    expectsReply,
                    threadId,
                    correlationId,
                    parentId,
                    deadlineAt,
                    source,
                    fromSession,
                    payloadRef);
        }
    }
}
