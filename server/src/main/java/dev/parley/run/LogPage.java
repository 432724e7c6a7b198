package dev.parley.run;

import dev.parley.protocol.Message;
import java.util.List;
import java.util.OptionalLong;

/** Some entries of a log whose newest has the seq {@code head}. */
public record LogPage(List<Message> messages, long head) {
    /** The seq after which the rest follows; empty when there is none. */
    public OptionalLong next() {
        return messages.isEmpty() || messages.getLast().seq() >= head
                ? OptionalLong.empty()
                : OptionalLong.of(messages.getLast().seq());
    }
}
