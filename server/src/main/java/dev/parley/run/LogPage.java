package dev.parley.run;

import dev.parley.protocol.Message;
import java.util.List;
import java.util.OptionalLong;

/**
 * Some entries of a log, in order.
 *
 * @param from the seq of the first entry that was looked at, whether it is wanted or not
 * @param to the seq of the last
 * @param head the seq of the newest entry of the log
 */
public record LogPage(List<Message> messages, long from, long to, long head) {
    /** The seq after which the rest follows; empty when there is none. */
    public OptionalLong next() {
        return to == 0 || to >= head ? OptionalLong.empty() : OptionalLong.of(to);
    }

    /** The seq before which the rest stands; empty when there is none. */
    public OptionalLong previous() {
        return from <= 1 ? OptionalLong.empty() : OptionalLong.of(from);
    }
}
