package dev.parley.program;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads lines, of each no more than a limit; what is longer is passed over to its end. */
public final class LineReader {
    /** What goes on for longer than this has no end. */
    public static final long MAX_PASSED_OVER = 256L << 20;

    private static final int TAIL = 64;

    private final InputStream in;
    private final int limit;

    /**
     * A line.
     *
     * @param bytes its beginning, and all of it unless it was cut
     * @param tail its last few bytes, when it was cut
     */
    // Lines are compared by nobody.
    @SuppressWarnings("ArrayRecordComponent")
    public record Line(byte[] bytes, boolean isCut, byte[] tail) {}

    public LineReader(InputStream in, int limit) {
        this.in = new BufferedInputStream(in);
        this.limit = limit;
    }

    /** The next line without its end; null when there is none. */
    public @Nullable Line next() throws IOException {
        var kept = new ByteArrayOutputStream();
        var tail = new byte[TAIL];
        long length = 0;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (b == '\n') {
                return line(kept, tail, length);
            }
            if (length < limit) {
                kept.write(b);
            } else if (length > MAX_PASSED_OVER) {
                throw new IOException("a line without end");
            }
            tail[(int) (length % TAIL)] = (byte) b;
            length++;
        }
        return length == 0 ? null : line(kept, tail, length);
    }

    private Line line(ByteArrayOutputStream kept, byte[] ring, long length) {
        if (length <= limit) {
            var bytes = kept.toByteArray();
            boolean hasReturn = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
            return new Line(
                    hasReturn ? Arrays.copyOf(bytes, bytes.length - 1) : bytes, false, new byte[0]);
        }
        var tail = new byte[TAIL];
        for (int i = 0; i < TAIL; i++) {
            tail[i] = ring[(int) ((length + i) % TAIL)];
        }
        return new Line(kept.toByteArray(), true, tail);
    }
}
