package dev.parley.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.thread.Scheduler;

/**
 * A connection of which can be told, while a request on it is being answered, that the client has
 * hung up. Jetty reads nothing then, and so does not notice. Only by reading can one: what comes
 * early, of a request that follows, is kept until Jetty asks for it.
 */
final class WatchfulEndPoint extends SocketChannelEndPoint {
    private static final int MAX_EARLY = 1_024;

    private final Executor threads;
    private ByteBuffer early = BufferUtil.EMPTY_BUFFER;

    WatchfulEndPoint(
            SocketChannel channel,
            ManagedSelector selector,
            SelectionKey key,
            Scheduler timer,
            Executor threads) {
        super(channel, selector, key, timer);
        this.threads = threads;
    }

    /**
     * Whether nobody reads the answer any more; only for the thread that works on it. Who has only
     * closed its own half has hung up as well.
     */
    synchronized boolean isHungUp() {
        if (BufferUtil.hasContent(early)) {
            return false;
        }
        if (early.capacity() == 0) {
            early = BufferUtil.allocate(MAX_EARLY);
        }
        try {
            return super.fill(early) < 0;
        } catch (IOException broken) {
            return true;
        }
    }

    @Override
    public synchronized int fill(ByteBuffer buffer) throws IOException {
        if (BufferUtil.isEmpty(early)) {
            return super.fill(buffer);
        }
        int position = BufferUtil.flipToFill(buffer);
        try {
            return BufferUtil.put(early, buffer);
        } finally {
            BufferUtil.flipToFlush(buffer, position);
        }
    }

    /** What is here already need not be waited for. */
    @Override
    protected void needsFillInterest() {
        if (isEarly()) {
            threads.execute(() -> getFillInterest().fillable());
        } else {
            super.needsFillInterest();
        }
    }

    private synchronized boolean isEarly() {
        return BufferUtil.hasContent(early);
    }
}
