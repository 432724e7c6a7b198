package dev.parley.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.parley.client.InboxPage;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.Act;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Envelope;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What people were told and nobody has marked as read.
 *
 * @param position up to where that is
 */
record Unread(List<InboxPage.Item> items, long position) {
    /** As many as are shown at once. */
    static final int MAX = 50;

    /** What is asked is no message but a question; agents see no inbox but their own. */
    static Unread of(ParleyClient client) {
        try {
            var page = client.inbox().look(OptionalLong.empty(), MAX, Duration.ZERO);
            return new Unread(
                    page.items().stream()
                            .filter(item -> item.message().act() != Act.ASK_USER)
                            .toList(),
                    page.position());
        } catch (ParleyException e) {
            if (e.problem() == Problem.FORBIDDEN) {
                return new Unread(List.of(), 0);
            }
            throw e;
        }
    }

    boolean isEmpty() {
        return items.isEmpty();
    }

    void addTo(ArrayNode list) {
        items.forEach(
                item ->
                        list.addObject()
                                .put("position", item.position())
                                .set("message", Envelope.write(item.message())));
    }

    /** The words of a message; one that has none, such as a result, has a summary. */
    static String text(Message message) {
        var words =
                message.parts().stream()
                        .filter(part -> part.type().equals("text") && part.content().isTextual())
                        .map(part -> part.content().textValue())
                        .collect(Collectors.joining("\n"));
        return words.isBlank() ? message.summary() : words;
    }
}
