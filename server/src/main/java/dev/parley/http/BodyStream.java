package dev.parley.http;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;

/**
 * A body as it arrives: bounded in size and in patience. Closing it leaves the rest unread; the
 * server decides what becomes of that.
 */
final class BodyStream extends InputStream {
    private final InputStream source;
    private final Pace pace;
    private final String instead;
    private long limit;
    private long read;
    private long waitedNanos;
    private boolean ended;
    private boolean broken;

    BodyStream(InputStream source, Pace pace, long limit, String instead) {
        this.source = source;
        this.pace = pace;
        this.limit = limit;
        this.instead = instead;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (ended) {
            return -1;
        }
        if (pace.isTooSlow(read, waitedNanos)) {
            broken = true;
            throw tooSlow();
        }
        int count = receive(into, offset, length);
        if (count < 0) {
            ended = true;
            return -1;
        }
        read += count;
        if (read > limit) {
            throw Body.tooLarge(limit, instead);
        }
        return count;
    }

    private int receive(byte[] into, int offset, int length) throws IOException {
        long startedAt = System.nanoTime();
        try {
            return source.read(into, offset, length);
        } catch (IOException e) {
            broken = true;
            if (e.getCause() instanceof TimeoutException) {
                throw tooSlow();
            }
            if (e instanceof HttpException) {
                throw new ParleyException(
                        Problem.BAD_REQUEST, "the body ended early or is malformed", e);
            }
            throw new ClientGone(e);
        } catch (RuntimeException e) {
            broken = true;
            throw e;
        } finally {
            waitedNanos += System.nanoTime() - startedAt;
        }
    }

    long count() {
        return read;
    }

    boolean isEnded() {
        return ended;
    }

    /** Whether no more can be read, though the body has not ended. */
    boolean isBroken() {
        return broken;
    }

    void limit(long bytes) {
        limit = bytes;
    }

    @Override
    public void close() {}

    /** Gives back what the source holds; nothing can be read afterwards. */
    void release() {
        try {
            source.close();
        } catch (IOException e) {
            broken = true;
        }
    }

    private static ParleyException tooSlow() {
        return new ParleyException(Problem.REQUEST_TIMEOUT, "the body arrived too slowly");
    }
}
