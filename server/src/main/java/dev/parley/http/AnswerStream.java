package dev.parley.http;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;

/**
 * Where a {@link StreamWriter} writes to. Closing it does nothing: only {@link #finish} ends the
 * answer, so that a writer which fails cannot make half an answer look whole.
 */
final class AnswerStream extends OutputStream {
    private static final int BUFFER = 16 * 1024;

    private final OutputStream out;
    private final Content.Sink sink;
    private final long length;
    private long written;

    AnswerStream(Content.Sink sink, long length) {
        this.sink = sink;
        this.length = length;
        this.out = new BufferedOutputStream(new Direct(sink), BUFFER);
    }

    /**
     * Hands over what comes at once, so that there is nothing to flush; Jetty's own would go
     * through the whole answer once more for it.
     */
    private static final class Direct extends OutputStream {
        private final Content.Sink sink;

        Direct(Content.Sink sink) {
            this.sink = sink;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b});
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            Content.Sink.write(sink, false, ByteBuffer.wrap(bytes, offset, count));
        }
    }

    @Override
    public void write(int b) throws IOException {
        try {
            out.write(b);
            written++;
        } catch (IOException e) {
            throw new ClientGone(e);
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int count) throws IOException {
        try {
            out.write(bytes, offset, count);
            written += count;
        } catch (IOException e) {
            throw new ClientGone(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw new ClientGone(e);
        }
    }

    @Override
    public void close() {}

    void finish() throws IOException {
        if (length >= 0 && written != length) {
            throw new IllegalStateException("wrote " + written + " of " + length + " bytes");
        }
        flush();
        try {
            Content.Sink.write(sink, true, null);
        } catch (IOException e) {
            throw new ClientGone(e);
        }
    }
}
