package dev.parley.client.agent;

import dev.parley.client.TopicEvent;

/** What an agent does with an event that it follows. */
@FunctionalInterface
public interface EventHandler {
    void on(TopicEvent event) throws Exception;

    /** Some events were let go by the hub before the agent could have them. */
    default void missed() {}
}
