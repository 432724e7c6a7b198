package dev.parley.http;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Accepts connections until told to stop. Jetty would interrupt its acceptor, and a connection that
 * arrives at that moment would stay open with nobody to serve it.
 */
final class Listener extends ServerConnector {
    private static final int ACCEPTORS = 1;
    private static final int AS_MANY_AS_FIT = -1;
    private static final long PATIENCE_SECONDS = 1;

    private final CountDownLatch ended = new CountDownLatch(ACCEPTORS);

    Listener(Server server, HttpConnectionFactory http) {
        super(server, ACCEPTORS, AS_MANY_AS_FIT, http);
    }

    /** From the return of this on nobody can connect. */
    void stopAccepting() {
        close();
        try {
            if (isRunning() && !ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("event=acceptor-stuck");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(
            SocketChannel channel, ManagedSelector selector, SelectionKey key) {
        var endPoint = new WatchfulEndPoint(channel, selector, key, getScheduler(), getExecutor());
        endPoint.setIdleTimeout(getIdleTimeout());
        return endPoint;
    }

    @Override
    public void accept(int acceptor) throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        super.accept(acceptor);
    }

    @Override
    protected boolean handleAcceptFailure(Throwable failure) {
        if (isOpen()) {
            return super.handleAcceptFailure(failure);
        }
        ended.countDown();
        return false;
    }
}
