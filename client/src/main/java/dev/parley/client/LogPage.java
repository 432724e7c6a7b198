package dev.parley.client;

import dev.parley.protocol.Message;
import dev.parley.protocol.codec.Envelope;
import java.util.List;
import java.util.OptionalLong;

/**
 * A stretch of a run's log.
 *
 * @param next the place to go on from when more is there already
 * @param epoch changes when the hub was restored from a backup
 */
public record LogPage(List<Message> messages, OptionalLong next, String epoch) {
    public LogPage {
        messages = List.copyOf(messages);
    }

    /** The place to ask from next, having asked from this one. */
    public long cursor(long after) {
        return messages.isEmpty() ? after : messages.getLast().seq();
    }

    static LogPage read(Answer answer) {
        return new LogPage(
                answer.list("items").stream().map(item -> Envelope.read(item.json())).toList(),
                answer.maybeNumber("next"),
                answer.maybeText("epoch").orElse(""));
    }
}
