package dev.parley.e2e.crash;

import dev.parley.protocol.Address;
import dev.parley.protocol.Message;

/**
 * One entry of a run's log, as far as the audit looks at it.
 *
 * @param parent the message that an ack is about; empty elsewhere
 */
public record Entry(
        String run, long seq, String id, String from, String to, boolean isAck, String parent) {
    static final String ACK = "ack";

    static Entry of(Message message) {
        var parent = message.parentId();
        return new Entry(
                message.runId().value(),
                message.seq(),
                message.messageId().value(),
                message.fromAgent().value(),
                message.toAgent().value(),
                message.kind().equals(ACK),
                parent == null ? "" : parent.value());
    }

    boolean isFor(String agent) {
        return !isAck
                && (to.equals(agent)
                        || (to.equals(Address.BROADCAST.value()) && !from.equals(agent)));
    }
}
