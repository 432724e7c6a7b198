package dev.parley.run;

import dev.parley.protocol.Message;
import java.util.Set;

/**
 * An entry on its way into the log.
 *
 * @param message complete but for its seq and time, which only the log can give
 * @param body the message as the log keeps it
 * @param digest over the sender and what it sent; tells a repetition from a clash
 * @param recipients who gets it: agents by name, or {@code user}
 */
// Lines are compared by nobody.
@SuppressWarnings("ArrayRecordComponent")
public record Line(
        Message message, String body, long checksum, byte[] digest, Set<String> recipients) {
    static Line of(Message message, byte[] digest, Set<String> recipients) {
        var body = Entry.body(message);
        return new Line(
                message,
                body,
                Entry.checksum(message.messageId().value(), message.kind(), body),
                digest,
                recipients);
    }
}
