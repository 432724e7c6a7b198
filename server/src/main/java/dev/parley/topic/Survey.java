package dev.parley.topic;

import dev.parley.protocol.TopicName;
import dev.parley.store.table.SubscriptionTable;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was published in a space lately, and who has it.
 *
 * @param lookedAt how many of the newest events were counted
 * @param head the place of the newest event
 * @param gone the place of the newest that is no longer kept
 */
public record Survey(
        List<OnTopic> topics, List<Lag> subscriptions, int lookedAt, long head, long gone) {
    /** How many events there were on a topic, and the newest of them. */
    public record OnTopic(TopicName topic, long events, long newest, @Nullable Instant newestAt) {}

    /** How many of the events that were counted a subscription wants and has not had. */
    public record Lag(SubscriptionTable.Row subscription, long behind) {}
}
