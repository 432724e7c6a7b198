package dev.parley.http;

import java.time.Duration;
import java.util.Set;

/**
 * Where the HTTP door listens, and its limits.
 *
 * @param port 0 picks a free one
 * @param allowedHosts names that the hub answers to, besides this machine's own
 * @param behindProxy whether a proxy in front speaks TLS, and is believed that it does
 * @param allowedOrigins origins whose pages may call, besides the hub's own
 * @param maxRequests how many requests may be open at once; more are told 503
 * @param maxJsonBytes the largest JSON body
 * @param idleTimeout how long a connection may stay silent
 * @param bodyGrace how long a body may take whatever its pace
 * @param stopWithin how long open requests may take to finish when the hub stops
 */
public record HttpSettings(
        String host,
        int port,
        boolean behindProxy,
        Set<String> allowedHosts,
        Set<String> allowedOrigins,
        int maxRequests,
        int maxJsonBytes,
        Duration idleTimeout,
        Duration bodyGrace,
        Duration stopWithin) {
    public static final int MAX_REQUESTS = 4_096;
    public static final int MAX_JSON_BYTES = 1024 * 1024;
    public static final int MAX_HEADER_BYTES = 16 * 1024;
    public static final Duration IDLE_TIMEOUT = Duration.ofSeconds(75);
    public static final Duration BODY_GRACE = Duration.ofSeconds(10);
    public static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    public HttpSettings {
        allowedHosts = Set.copyOf(allowedHosts);
        allowedOrigins = Set.copyOf(allowedOrigins);
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("port must be from 0 to 65535, was " + port);
        }
        if (maxRequests < 1 || maxJsonBytes < 1) {
            throw new IllegalArgumentException("limits must be at least 1");
        }
    }

    /** The usual limits. */
    public static HttpSettings on(String host, int port) {
        return new HttpSettings(
                host,
                port,
                false,
                Set.of(),
                Set.of(),
                MAX_REQUESTS,
                MAX_JSON_BYTES,
                IDLE_TIMEOUT,
                BODY_GRACE,
                STOP_WITHIN);
    }

    /** The same with a proxy in front, or without one. */
    public HttpSettings behindProxy(boolean isThere) {
        return new HttpSettings(
                host,
                port,
                isThere,
                allowedHosts,
                allowedOrigins,
                maxRequests,
                maxJsonBytes,
                idleTimeout,
                bodyGrace,
                stopWithin);
    }

    /** The same for these names and origins too. */
    public HttpSettings allowing(Set<String> hosts, Set<String> origins) {
        return new HttpSettings(
                host,
                port,
                behindProxy,
                hosts,
                origins,
                maxRequests,
                maxJsonBytes,
                idleTimeout,
                bodyGrace,
                stopWithin);
    }

    /** The same with other bounds on how much may be going on. */
    public HttpSettings limiting(int requests, int jsonBytes) {
        return new HttpSettings(
                host,
                port,
                behindProxy,
                allowedHosts,
                allowedOrigins,
                requests,
                jsonBytes,
                idleTimeout,
                bodyGrace,
                stopWithin);
    }

    /** The same with other patience. */
    public HttpSettings waiting(Duration idle, Duration grace, Duration stop) {
        return new HttpSettings(
                host,
                port,
                behindProxy,
                allowedHosts,
                allowedOrigins,
                maxRequests,
                maxJsonBytes,
                idle,
                grace,
                stop);
    }
}
