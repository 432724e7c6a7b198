package dev.parley.http;

import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
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
    private final Listener listener;
    private final ExecutorService handlers;
    private final Gate gate;
    private final HttpSettings settings;

    private HttpServer(
            HttpSettings settings, Routes routes, Authenticator authenticator, Watch watch) {
        this.settings = settings;
        this.gate = new Gate(settings.maxRequests());
        this.handlers = Executors.newVirtualThreadPerTaskExecutor();
        var threads = new QueuedThreadPool();
        threads.setName("http");
        // What a rush has needed is given back a minute later, not one thread a minute.
        threads.setMaxEvictCount(threads.getMaxThreads());
        threads.setVirtualThreadsExecutor(handlers);
        this.server = new Server(threads);
        this.listener = new Listener(server, new HttpConnectionFactory(configuration()));
        listener.setHost(settings.host());
        listener.setPort(settings.port());
        listener.setIdleTimeout(settings.idleTimeout().toMillis());
        server.addConnector(listener);
        server.addBean(new NetworkConnectionLimit(MAX_CONNECTIONS, listener));
        var incidents = new Incidents(Ids.random(InstantSource.system()));
        Sockets.prepare(server, settings.idleTimeout());
        server.setErrorHandler(new JettyErrors(incidents));
        server.setHandler(new Dispatcher(settings, routes, authenticator, gate, incidents, watch));
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
        return start(settings, routes, authenticator, Watch.NOBODY);
    }

    /** The same before somebody's eyes. */
    public static HttpServer start(
            HttpSettings settings, Routes routes, Authenticator authenticator, Watch watch) {
        var started = new HttpServer(settings, routes, authenticator, watch);
        try {
            started.server.start();
            return started;
        } catch (Exception e) {
            started.close();
            throw new ParleyException(
                    Problem.CANNOT_LISTEN,
                    "cannot listen on "
                            + settings.host()
                            + ':'
                            + settings.port()
                            + " ("
                            + reason(e)
                            + "); choose another port with --port, or --port 0 for any that is free",
                    e);
        }
    }

    private static String reason(Throwable e) {
        var deepest = e;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return String.valueOf(deepest.getMessage());
    }

    /** The port it listens on, which the settings may have left open. */
    public int port() {
        return listener.getLocalPort();
    }

    /** How many requests are open. */
    public int open() {
        return gate.inside();
    }

    /** Stops accepting, lets open requests finish within the bound, then ends what is left. */
    @Override
    public void close() {
        gate.close();
        listener.stopAccepting();
        if (!gate.awaitEmpty(settings.stopWithin())) {
            LOG.warn("event=requests-cut count={}", gate.inside());
        }
        try {
            server.stop();
        } catch (Exception e) {
            LOG.warn("event=http-stop-failed", e);
        }
        handlers.shutdownNow();
    }
}
