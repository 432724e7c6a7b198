package dev.parley.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The last that a program has said on its standard error, for whoever wants to know what ails it.
 */
public final class LastLines {
    private static final int MAX_LINES = 10;
    private static final int MAX_LENGTH = 300;

    private static final Duration LAST = Duration.ofSeconds(1);

    private final Deque<String> lines = new ArrayDeque<>();
    private final CountDownLatch end = new CountDownLatch(1);

    /** Reads to the end. */
    public void follow(InputStream from) {
        var reader = new LineReader(from, MAX_LENGTH);
        try {
            for (var line = reader.next(); line != null; line = reader.next()) {
                add(new String(line.bytes(), StandardCharsets.UTF_8).strip());
            }
        } catch (IOException _) {
            // The program has ended.
        } finally {
            end.countDown();
        }
    }

    /**
     * Waits for the last of them, of a program that has ended; what it has left behind may hold on.
     */
    public void settle() {
        try {
            var _ = end.await(LAST.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void add(String line) {
        if (line.isEmpty()) {
            return;
        }
        if (lines.size() == MAX_LINES) {
            lines.removeFirst();
        }
        lines.addLast(line.replaceAll("\\p{Cntrl}", " "));
    }

    /** Ends a sentence: {@code ; it said: …}, or nothing. */
    public synchronized String words() {
        return lines.isEmpty() ? "" : "; it said: " + String.join(" / ", lines);
    }
}
