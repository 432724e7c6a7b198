package dev.parley.bench.store;

import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.run.Append;
import dev.parley.run.Line;

/** A command that the hub has composed, to be sent again and again under new ids. */
record Template(Append first) {
    Append stamped(MessageId id) {
        return new Append(
                first.run(),
                first.members(),
                new Line(
                        message(first.line().message(), id),
                        first.line().body(),
                        first.line().checksum(),
                        first.line().digest(),
                        first.line().recipients()),
                first.kind(),
                first.speaker(),
                false,
                null,
                first.habits());
    }

    private static Message message(Message m, MessageId id) {
        return new Message(
                id,
                m.runId(),
                m.sessionId(),
                m.threadId(),
                m.seq(),
                m.fromAgent(),
                m.sender(),
                m.toAgent(),
                m.kind(),
                m.act(),
                m.summary(),
                m.payload(),
                m.parts(),
                m.visibility(),
                m.priority(),
                m.requiresAck(),
                m.expectsReply(),
                m.correlationId(),
                m.parentId(),
                m.deadlineAt(),
                m.createdAt(),
                m.source(),
                m.fromSession(),
                m.trace(),
                m.payloadRef());
    }
}
