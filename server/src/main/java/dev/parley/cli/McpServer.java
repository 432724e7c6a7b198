package dev.parley.cli;

import dev.parley.access.Secret;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Parley as an MCP client knows it: where it is, and with which token it is let in. */
record McpServer(String url, String token) {
    /** What clients call it. */
    static final String NAME = "parley";

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "[::1]", "0.0.0.0", "[::]");
    private static final String SCHEME = "Bearer ";

    /** An entry of a client's configuration; empty when it cannot be one of a Parley hub. */
    static Optional<McpServer> of(String url, String authorization) {
        return authorization.startsWith(SCHEME + Secret.PREFIX)
                ? Optional.of(new McpServer(url, authorization.substring(SCHEME.length())))
                : Optional.empty();
    }

    /** Whether this is the way to that hub; its token is nobody else's business. */
    boolean leadsTo(URI hub) {
        try {
            var there = URI.create(url);
            return host(there).equals(host(hub)) && port(there) == port(hub);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String host(URI address) {
        var host = String.valueOf(address.getHost()).toLowerCase(Locale.ROOT);
        return LOOPBACK.contains(host) ? "localhost" : host;
    }

    private static int port(URI address) {
        if (address.getPort() >= 0) {
            return address.getPort();
        }
        return "https".equalsIgnoreCase(address.getScheme()) ? 443 : 80;
    }

    String authorization() {
        return SCHEME + token;
    }

    @Override
    public String toString() {
        return url;
    }
}
