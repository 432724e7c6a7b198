package dev.parley.stream;

import dev.parley.agent.Presence;

/**
 * What whoever listens has by doing so.
 *
 * @param gate what is let through to it
 * @param presence that it is there
 */
record Seat(Gate gate, Presence.Held presence) implements AutoCloseable {
    @Override
    public void close() {
        presence.close();
    }
}
