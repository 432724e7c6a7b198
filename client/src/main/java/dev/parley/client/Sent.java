package dev.parley.client;

import dev.parley.protocol.MessageId;

/**
 * A message that is on the hub's disk.
 *
 * @param seq its place in the run's log
 * @param duplicate whether it had been stored before this call
 */
public record Sent(MessageId messageId, long seq, boolean duplicate) {
    static Sent read(Answer answer) {
        return new Sent(
                new MessageId(answer.text("message_id")),
                answer.number("seq"),
                answer.flag("duplicate"));
    }
}
