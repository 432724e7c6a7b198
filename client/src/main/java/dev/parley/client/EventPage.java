package dev.parley.client;

import java.util.List;

/**
 * What comes next on a subscription.
 *
 * @param end up to where events were looked at, wanted or not
 * @param missed whether some were let go before they were read
 */
public record EventPage(List<Item> items, long end, boolean missed) {
    public EventPage {
        items = List.copyOf(items);
    }

    /**
     * One event.
     *
     * @param position what to commit once it is dealt with
     */
    public record Item(long position, TopicEvent event) {
        static Item read(Answer answer) {
            return new Item(
                    answer.number("position"), TopicEvent.read(answer.json().withObject("event")));
        }
    }

    static EventPage read(Answer answer) {
        return new EventPage(
                answer.list("items").stream().map(Item::read).toList(),
                answer.number("end"),
                answer.flag("missed"));
    }
}
