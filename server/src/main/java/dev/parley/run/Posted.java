package dev.parley.run;

import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import java.util.Optional;

/**
 * What a sender is told: where its message stands, and whether it stood there already.
 *
 * @param tripped why nothing was added although the run was changed: a guard has paused it
 * @param reach of what was added just now
 */
public record Posted(
        MessageId messageId,
        long seq,
        boolean duplicate,
        Optional<ParleyException> tripped,
        Reach reach) {
    Posted(MessageId messageId, long seq, boolean duplicate) {
        this(messageId, seq, duplicate, Optional.empty(), Reach.USUAL);
    }

    /** Nothing was added: somebody has joined the run since the message was composed. */
    public static Posted stale(MessageId id) {
        return new Posted(id, 0, false);
    }

    /** Nothing was added: a guard wants a person to look first. */
    static Posted tripped(MessageId id, ParleyException why) {
        return new Posted(id, 0, false, Optional.of(why), Reach.USUAL);
    }

    Posted reaching(Reach whom) {
        return new Posted(messageId, seq, duplicate, tripped, whom);
    }

    /** Whether the log has grown by it. */
    public boolean isNew() {
        return seq > 0 && !duplicate;
    }

    /** Whether it stands in the log, now or since before. */
    public boolean isThere() {
        return seq > 0;
    }

    /** Whether it must be composed and sent again. */
    public boolean isStale() {
        return seq == 0 && tripped.isEmpty();
    }

    /** The same; refuses, now that the pause is kept, what a guard has stopped. */
    public Posted requireAdded() {
        if (tripped.isPresent()) {
            throw tripped.get();
        }
        return this;
    }
}
