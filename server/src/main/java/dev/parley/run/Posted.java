package dev.parley.run;

import dev.parley.protocol.MessageId;

/** What a sender is told: where its message stands, and whether it stood there already. */
public record Posted(MessageId messageId, long seq, boolean duplicate) {
    /** Nothing was added: somebody has joined the run since the message was composed. */
    static Posted stale(MessageId id) {
        return new Posted(id, 0, false);
    }

    /** Whether it must be composed and sent again. */
    public boolean isStale() {
        return seq == 0;
    }
}
