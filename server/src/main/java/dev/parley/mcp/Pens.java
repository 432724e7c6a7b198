package dev.parley.mcp;

import dev.parley.protocol.ParleyException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** Everything that is being written as events. Who takes nothing for too long is cut. */
public final class Pens {
    private final Duration beat;
    private final Duration pulse;
    private final LongSupplier nanos;
    private final Set<Pen> open = ConcurrentHashMap.newKeySet();

    /**
     * Begins.
     *
     * @param beat how soon it is found out that whoever waits for an answer is gone
     * @param pulse how often a stream shows that it is alive; who takes nothing for as long is cut
     */
    public Pens(Duration beat, Duration pulse, LongSupplier nanos) {
        this.beat = beat;
        this.pulse = pulse;
        this.nanos = nanos;
    }

    /** How soon it is found out that whoever waits for an answer is gone. */
    Duration beat() {
        return beat;
    }

    /** How often a stream that goes on for ever shows that it is alive. */
    Duration pulse() {
        return pulse;
    }

    Pen take(OutputStream out, Runnable cut) {
        var pen = new Pen(out, cut);
        open.add(pen);
        return pen;
    }

    /** Cuts whoever is stuck; to be called now and then. */
    public void round() {
        long now = nanos.getAsLong();
        open.forEach(pen -> pen.cutIfStuck(now));
    }

    /** Writes events to one client. */
    final class Pen implements AutoCloseable {
        private static final long IDLE = Long.MIN_VALUE;

        private final OutputStream out;
        private final Runnable cut;
        private volatile long since = IDLE;
        private boolean hasBegun;

        private Pen(OutputStream out, Runnable cut) {
            this.out = out;
            this.cut = cut;
        }

        void event(String data) throws IOException {
            write("event: message\ndata: " + data + "\n\n");
        }

        /** Shows that it is alive, and finds out whether the client is. */
        void pulse() throws IOException {
            write(":\n\n");
        }

        private void write(String text) throws IOException {
            since = nanos.getAsLong();
            hasBegun = true;
            try {
                out.write(text.getBytes(StandardCharsets.UTF_8));
                out.flush();
            } finally {
                since = IDLE;
            }
        }

        /** Before anything was sent a refusal is an answer; afterwards it is the end. */
        void endOrThrow(ParleyException reason) {
            if (!hasBegun) {
                throw reason;
            }
        }

        private void cutIfStuck(long now) {
            long began = since;
            if (began != IDLE && now - began > pulse.toNanos()) {
                cut.run();
            }
        }

        @Override
        public void close() {
            open.remove(this);
        }
    }
}
