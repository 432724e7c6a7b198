package dev.parley.run;

import dev.parley.protocol.Address;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Visibility;
import org.jspecify.annotations.Nullable;

/**
 * Something that the hub does for an agent, as it stands in the log.
 *
 * @param from the agent, as it is called in the run
 * @param sender who asked for it, as the log names it
 * @param parent what brought it about
 * @param digest by which a repetition is told from a clash
 */
// Deeds are compared by nobody.
@SuppressWarnings("ArrayRecordComponent")
public record Deed(
        MessageId id,
        Address from,
        String sender,
        String kind,
        Visibility visibility,
        String summary,
        Payloads.Kept payload,
        @Nullable MessageId parent,
        byte[] digest) {
    /** What belongs together is one thread. */
    MessageId thread() {
        return parent == null ? id : parent;
    }
}
