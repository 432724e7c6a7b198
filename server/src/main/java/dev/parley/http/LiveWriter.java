package dev.parley.http;

import java.io.OutputStream;

/**
 * Writes an answer that goes on for as long as the client listens, as a {@link StreamWriter} does.
 * Since a write blocks for as long as the client reads nothing, there is a way out: whoever runs
 * {@code cut}, on any thread, breaks the connection and with it the write.
 */
@FunctionalInterface
public interface LiveWriter {
    void write(OutputStream out, Runnable cut) throws Exception;
}
