package dev.parley;

import java.util.ArrayDeque;
import java.util.Deque;

/** What has been started so far; ended in the reverse order. */
final class Parts implements AutoCloseable {
    private final Deque<AutoCloseable> started = new ArrayDeque<>();

    <P extends AutoCloseable> P add(P part) {
        started.push(part);
        return part;
    }

    /** Ends every part, also when ending one of them fails. */
    @Override
    public synchronized void close() {
        var failures = new IllegalStateException("not everything could be ended");
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception failed) {
                failures.addSuppressed(failed);
            }
        }
        if (failures.getSuppressed().length > 0) {
            throw failures;
        }
    }

    /** The same after a start that failed, whose reason is what counts. */
    void closeAfter(RuntimeException reason) {
        try {
            close();
        } catch (RuntimeException failed) {
            reason.addSuppressed(failed);
        }
    }
}
