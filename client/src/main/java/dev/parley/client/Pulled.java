package dev.parley.client;

import dev.parley.protocol.Message;
import dev.parley.protocol.codec.Envelope;
import java.util.List;

/**
 * What waited for an agent.
 *
 * @param redelivered messages handed out before and not acked in time
 * @param cursor the place to pull from next, once these are dealt with
 */
public record Pulled(List<Message> messages, List<Message> redelivered, long cursor) {
    public Pulled {
        messages = List.copyOf(messages);
        redelivered = List.copyOf(redelivered);
    }

    static Pulled read(Answer answer) {
        return new Pulled(
                messages(answer, "messages"),
                messages(answer, "redelivered"),
                answer.number("cursor"));
    }

    private static List<Message> messages(Answer answer, String field) {
        return answer.list(field).stream().map(item -> Envelope.read(item.json())).toList();
    }
}
