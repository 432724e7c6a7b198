package dev.parley.client;

import dev.parley.protocol.MessageId;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A message that is on the hub's disk.
 *
 * @param seq its place in the run's log
 * @param duplicate whether it had been stored before this call
 * @param recipients how many a broadcast was for
 * @param note what its sender had better know, such as that nobody of this name was ever seen
 */
public record Sent(
        MessageId messageId,
        long seq,
        boolean duplicate,
        OptionalLong recipients,
        Optional<String> note) {
    static Sent read(Answer answer) {
        return new Sent(
                new MessageId(answer.text("message_id")),
                answer.number("seq"),
                answer.flag("duplicate"),
                answer.maybeNumber("recipients"),
                answer.maybeText("note"));
    }
}
