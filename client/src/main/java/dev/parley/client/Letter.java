package dev.parley.client;

import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;

/**
 * A direct message that is on the hub's disk.
 *
 * @param seq its place in the run's log
 * @param duplicate whether it had been stored before this call
 */
public record Letter(RunId runId, MessageId messageId, long seq, boolean duplicate) {
    static Letter read(Answer answer) {
        return new Letter(
                new RunId(answer.text("run_id")),
                new MessageId(answer.text("message_id")),
                answer.number("seq"),
                answer.flag("duplicate"));
    }
}
