package dev.parley.client;

import dev.parley.protocol.Message;
import dev.parley.protocol.codec.Envelope;
import java.util.List;

/**
 * What is for an agent.
 *
 * @param position the last place that the page covers: what to commit once all of it is dealt with
 */
public record InboxPage(List<Item> items, long position) {
    public InboxPage {
        items = List.copyOf(items);
    }

    /**
     * One message for the agent.
     *
     * @param attempt how often it was handed out, this time included
     */
    public record Item(long position, long attempt, Message message) {
        static Item read(Answer answer) {
            return new Item(
                    answer.number("position"),
                    answer.maybeNumber("attempt").orElse(1),
                    Envelope.read(answer.json().withObject("message")));
        }
    }

    static InboxPage read(Answer answer) {
        return new InboxPage(
                answer.list("items").stream().map(Item::read).toList(), answer.number("position"));
    }
}
