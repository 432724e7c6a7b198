package dev.parley.cli;

/** Parley as an MCP client knows it: where it is, and with which token it is let in. */
record McpServer(String url, String token) {
    /** What clients call it. */
    static final String NAME = "parley";

    private static final String SCHEME = "Bearer ";

    static McpServer of(String url, String authorization) {
        return new McpServer(
                url,
                authorization.startsWith(SCHEME)
                        ? authorization.substring(SCHEME.length())
                        : authorization);
    }

    String authorization() {
        return SCHEME + token;
    }

    @Override
    public String toString() {
        return url;
    }
}
