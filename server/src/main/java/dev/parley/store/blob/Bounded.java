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
    public int read() {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
        try {
            int count = super.read(into, offset, length);
            count(Math.max(0, count));
            return count;
        } catch (IOException failed) {
            throw new ParleyException(Problem.BAD_REQUEST, "the upload broke off", failed);
        }
    }

    private void count(int bytes) {
        left -= bytes;
        if (left < 0) {
            throw new ParleyException(
                    Problem.BODY_SIZE, "a blob may have at most " + most + " bytes");
        }
    }
}
