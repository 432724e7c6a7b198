package dev.parley.client.agent;

import java.util.Optional;

/** What an agent does with a message that came for it. */
@FunctionalInterface
public interface Handler {
    /**
     * Deals with a message.
     *
     * @return what to reply; nothing is sent when there is none, or when the message is itself a
     *     reply
     */
    Optional<String> on(Received message) throws Exception;
}
