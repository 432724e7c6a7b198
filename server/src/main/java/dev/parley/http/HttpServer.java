package dev.parley.http;

import dev.parley.protocol.Ids;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listening server. A few platform threads accept and select; every request runs on a virtual
 * thread of its own and may block.
 */
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HttpServer.class);

    /** More connections than this wait to be accepted until others end. */
    private static final int MAX_CONNECTIONS = 16_384;

    private final Server server;
    private final ServerConnector connector;
    private final ExecutorService handlers;
    private final Gate gate;
    private final HttpSettings settings;

    private HttpServer(HttpSettings settings, Routes routes, Authenticator authenticator) {
        this.settings = settings;
        this.gate = new Gate(settings.maxRequests());
        this.handlers = Executors.newVirtualThreadPerTaskExecutor();
        var threads = new QueuedThreadPool();
        threads.setName("http");
        threads.setVirtualThreadsExecutor(handlers);
        this.server = new Server(threads);
        this.connector = new ServerConnector(server, new HttpConnectionFactory(configuration()));
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(settings.idleTimeout().toMillis());
        connector.setShutdownIdleTimeout(-1);
        server.addConnector(connector);
        server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, connector));
        var incidents = new Incidents(Ids.random(InstantSource.system()));
        server.setErrorHandler(new JettyErrors(incidents));
        server.setHandler(new Dispatcher(settings, routes, authenticator, gate, incidents));
    }

    private static HttpConfiguration configuration() {
        var configuration = new HttpConfiguration();
        configuration.setSendServerVersion(false);
        configuration.setRequestHeaderSize(HttpSettings.MAX_HEADER_BYTES);
        // An encoded percent sign is harmless to whoever decodes once.
        configuration.setUriCompliance(
                UriCompliance.DEFAULT.with(
                        "decoded-once", UriCompliance.Violation.AMBIGUOUS_PATH_ENCODING));
        return configuration;
    }

    /** Listens from now on. */
    public static HttpServer start(
            HttpSettings settings, Routes routes, Authenticator authenticator) {
        var started = new HttpServer(settings, routes, authenticator);
        try {
            started.server.start();
            return started;
        } catch (Exception e) {
            started.close();
            throw new UncheckedIOException(
                    "cannot listen on " + settings.host() + ':' + settings.port(),
                    e instanceof IOException io ? io : new IOException(e));
        }
    }

    /** The port it listens on, which the settings may have left open. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Stops accepting, lets open requests finish within the bound, then ends what is left. */
    @Override
    public void close() {
        gate.close();
        var deserted = connector.shutdown();
        connector.close();
        if (!gate.awaitEmpty(settings.stopWithin())) {
            LOG.warn("event=requests-cut count={}", gate.inside());
        }
        connector.getConnectedEndPoints().forEach(EndPoint::close);
        try {
            // Jetty's acceptors trip over a connector that stops before they have.
            deserted.completeOnTimeout(null, 1, TimeUnit.SECONDS).join();
            server.stop();
        } catch (Exception e) {
            LOG.warn("event=http-stop-failed", e);
        }
        handlers.shutdownNow();
    }
}
