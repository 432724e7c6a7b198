package dev.parley.session;

import dev.parley.protocol.SessionId;

/**
 * How an agent is run that the hub runs itself. One turn of a session at a time; what goes wrong is
 * thrown as a {@link dev.parley.protocol.ParleyException} whose words a person understands, and
 * whoever is interrupted has ended all that it began.
 */
public interface Host extends AutoCloseable {
    /** Has the agent answer. */
    Answer take(Turn turn, Ear ear) throws InterruptedException;

    /** Whether the agent is at hand for a session, so that a turn need not start it. */
    default boolean isLoaded(SessionId session) {
        return false;
    }

    /** Nobody will speak in a session any more, or not for long. */
    default void unload(SessionId session) {}

    /** Now and then: lets go of what nobody has used for long. */
    default void rest() {}

    /** How many of its sessions may have a turn at the same time. */
    default int atOnce() {
        return Integer.MAX_VALUE;
    }

    /** Whether a turn may simply be taken again of which nobody knows how far it came. */
    default boolean retries() {
        return false;
    }

    @Override
    default void close() {}
}
