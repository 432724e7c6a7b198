package dev.parley.cli;

import dev.parley.access.Secret;
import java.util.Optional;

/** Parley as an MCP client knows it: where it is, and with which token it is let in. */
record McpServer(String url, String token) {
    /** What clients call it. */
    static final String NAME = "parley";

    private static final String SCHEME = "Bearer ";

    /** An entry of a client's configuration; empty when it cannot be one of a Parley hub. */
    static Optional<McpServer> of(String url, String authorization) {
        return authorization.startsWith(SCHEME + Secret.PREFIX)
                ? Optional.of(new McpServer(url, authorization.substring(SCHEME.length())))
                : Optional.empty();
    }

    String authorization() {
        return SCHEME + token;
    }

    @Override
    public String toString() {
        return url;
    }
}
