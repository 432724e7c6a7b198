package dev.parley.model;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that breaks when there is more of it than is wanted. */
final class Measured extends FilterInputStream {
    private long left;

    Measured(InputStream in, long limit) {
        super(in);
        this.left = limit;
    }

    @Override
    public int read() throws IOException {
        int one = super.read();
        take(one < 0 ? 0 : 1);
        return one;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int read = super.read(bytes, from, length);
        take(Math.max(0, read));
        return read;
    }

    private void take(int bytes) throws IOException {
        left -= bytes;
        if (left < 0) {
            throw new TooMuch();
        }
    }

    /** There is more. */
    static final class TooMuch extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
