package dev.parley.store.blob;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that refuses to be longer than allowed. */
final class Bounded extends FilterInputStream {
    private final long most;
    private long left;

    Bounded(InputStream in, long most) {
        super(in);
        this.most = most;
        this.left = most;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        if (value >= 0) {
            count(1);
        }
        return value;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = super.read(into, offset, length);
        count(Math.max(0, count));
        return count;
    }

    private void count(int bytes) {
        left -= bytes;
        if (left < 0) {
            throw new ParleyException(
                    Problem.BODY_SIZE, "a blob may have at most " + most + " bytes");
        }
    }
}
