package dev.parley.client.agent;

/** Where the events that an agent follows come from. */
interface EventSource extends AutoCloseable {
    /** Waits for a while, and hands over what has come. */
    void next(EventHandler handler) throws Exception;

    @Override
    void close();
}
