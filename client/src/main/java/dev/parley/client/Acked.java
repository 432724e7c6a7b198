package dev.parley.client;

import dev.parley.protocol.MessageId;

/**
 * A message whose arrival the hub has noted.
 *
 * @param duplicate whether it had been acked before this call
 */
public record Acked(MessageId messageId, boolean duplicate) {
    static Acked read(Answer answer) {
        return new Acked(new MessageId(answer.text("message_id")), answer.flag("duplicate"));
    }
}
