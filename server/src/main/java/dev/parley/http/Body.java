package dev.parley.http;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/** What a request carries: read once, or not at all. */
final class Body {
    /** What is left of a body up to this size is read so that its connection can be used again. */
    private static final long SMALL = 64 * 1024;

    /**
     * What is left of larger bodies is read so far, for the client to get to see its answer; of a
     * stranger's no more than of a small one.
     */
    private static final long PATIENCE = 16 * 1024 * 1024;

    private final Request request;
    private final Pace pace;
    private final long declared;
    private boolean isOfSomebodyKnown;
    private @Nullable BodyStream stream;

    Body(Request request, Pace pace) {
        this.request = request;
        this.pace = pace;
        this.declared = request.getLength();
    }

    /** Who sends it has shown a good token. */
    void comesFromSomebodyKnown() {
        isOfSomebodyKnown = true;
    }

    boolean isEmpty() {
        return declared == 0 || (declared < 0 && !isChunked());
    }

    private boolean isChunked() {
        return request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
    }

    /** All of it; a refusal for its size ends with what to do instead. */
    byte[] bytes(int limit, String instead) throws IOException {
        if (isEmpty()) {
            return new byte[0];
        }
        var in = stream(limit, instead);
        if (declared < 0) {
            return in.readAllBytes();
        }
        byte[] bytes = new byte[(int) declared];
        int count = in.readNBytes(bytes, 0, bytes.length);
        return count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
    }

    InputStream stream(long limit, String instead) {
        if (declared > limit) {
            throw tooLarge(limit, instead);
        }
        if (stream != null) {
            throw new IllegalStateException("the body has been read before");
        }
        return open(limit, instead);
    }

    private BodyStream open(long limit, String instead) {
        var opened = new BodyStream(Content.Source.asInputStream(request), pace, limit, instead);
        stream = opened;
        return opened;
    }

    /** Whether some of it may still be on its way. */
    boolean isUnread() {
        if (stream == null) {
            return !isEmpty();
        }
        return !stream.isEnded() && stream.count() != declared;
    }

    /**
     * Whether the connection can carry another request after this one: a small rest is read for
     * that, a large one is not worth it.
     */
    boolean settle() {
        if (!isUnread()) {
            return true;
        }
        return declared >= 0 && declared <= SMALL && discard(SMALL);
    }

    /** Reads on after a refusal, within reason: a client that is still sending sees no answer. */
    void discard() {
        if (isUnread()) {
            discard(isOfSomebodyKnown ? PATIENCE : SMALL);
        }
        if (stream != null) {
            stream.release();
        }
    }

    private boolean discard(long limit) {
        if (stream == null && request.getHeaders().contains(HttpHeader.EXPECT)) {
            return false;
        }
        var in = stream == null ? open(limit, "") : stream;
        in.limit(limit);
        byte[] waste = new byte[8 * 1024];
        try {
            while (!in.isBroken() && isUnread() && in.read(waste) >= 0) {}
            return !isUnread();
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    static ParleyException tooLarge(long limit, String instead) {
        return new ParleyException(
                Problem.BODY_SIZE, "the body may be at most " + limit + " bytes here" + instead);
    }
}
