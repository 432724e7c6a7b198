package dev.parley.http;

import java.io.OutputStream;

/**
 * Writes an answer's body while it is being sent. A write blocks while the client reads slowly;
 * {@code flush} sends what was written so far. The answer ends when the writer returns, and the
 * connection is cut when it throws: closing the stream does neither.
 */
@FunctionalInterface
public interface StreamWriter {
    void write(OutputStream out) throws Exception;
}
