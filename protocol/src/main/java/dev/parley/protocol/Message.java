package dev.parley.protocol;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of a run's log.
 *
 * @param seq its place in the run, counted from 1 without gaps
 * @param fromAgent the role or name the sender holds in this run
 * @param sender the principal behind the credential it came with
 * @param kind as the sender wrote it
 * @param act what the kind means
 * @param createdAt when the hub took it in; like every time on the wire, to the millisecond
 */
public record Message(
        MessageId messageId,
        RunId runId,
        SessionId sessionId,
        ThreadId threadId,
        long seq,
        Address fromAgent,
        String sender,
        Address toAgent,
        String kind,
        Act act,
        String summary,
        ObjectNode payload,
        List<Part> parts,
        Visibility visibility,
        Priority priority,
        boolean requiresAck,
        boolean expectsReply,
        @Nullable String correlationId,
        @Nullable MessageId parentId,
        @Nullable Instant deadlineAt,
        Instant createdAt,
        Source source,
        @Nullable SessionId fromSession,
        Trace trace,
        @Nullable PayloadRef payloadRef) {
    public Message {
        parts = List.copyOf(parts);
        createdAt = createdAt.truncatedTo(ChronoUnit.MILLIS);
        deadlineAt = deadlineAt == null ? null : deadlineAt.truncatedTo(ChronoUnit.MILLIS);
    }

    /** The same in its place in the log. */
    public Message at(long place, Instant time) {
        return new Message(
                messageId,
                runId,
                sessionId,
                threadId,
                place,
                fromAgent,
                sender,
                toAgent,
                kind,
                act,
                summary,
                payload,
                parts,
                visibility,
                priority,
                requiresAck,
                expectsReply,
                correlationId,
                parentId,
                deadlineAt,
                time,
                source,
                fromSession,
                trace,
                payloadRef);
    }
}
