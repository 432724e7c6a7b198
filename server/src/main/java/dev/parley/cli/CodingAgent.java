package dev.parley.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A coding agent that speaks MCP, and where it keeps the servers that it knows. */
enum CodingAgent {
    CLAUDE("CLAUDE_CONFIG_DIR", "", ".claude.json", "mcpServers"),
    CODEX("CODEX_HOME", ".codex", "config.toml", "mcp_servers"),
    OPENCODE("XDG_CONFIG_HOME", ".config", "opencode/opencode.json", "mcp"),
    CURSOR("", ".cursor", "mcp.json", "mcpServers");

    private final String variable;
    private final String folder;
    private final String file;
    private final String servers;

    /**
     * @param variable names the folder where it is set; empty when the agent knows none
     * @param folder where it is not set, within the owner's home
     */
    CodingAgent(String variable, String folder, String file, String servers) {
        this.variable = variable;
        this.folder = folder;
        this.file = file;
        this.servers = servers;
    }

    /** As somebody types it. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static CodingAgent of(String word) {
        return Arrays.stream(values())
                .filter(known -> known.word().equals(word))
                .findAny()
                .orElseThrow(
                        () ->
                                new BadUsage(
                                        "there is no "
                                                + word
                                                + " to connect; there are "
                                                + words()
                                                + ". Any other MCP client takes the address"
                                                + " that ./parley connect claude prints"));
    }

    static String words() {
        return Arrays.stream(values()).map(CodingAgent::word).collect(Collectors.joining(", "));
    }

    /** The file in which this agent's owner has the servers for all of their work. */
    ServerList servers(Shell shell) {
        var path =
                shell.variable(variable)
                        .map(shell::path)
                        .orElse(shell.home().resolve(folder))
                        .resolve(file);
        return this == CODEX
                ? new TomlServerList(path)
                : new JsonServerList(path, servers, this::entry);
    }

    private ObjectNode entry(McpServer server) {
        var entry = Json.object();
        switch (this) {
            case CLAUDE -> entry.put("type", "http").put("url", server.url());
            case OPENCODE ->
                    entry.put("type", "remote")
                            .put("url", server.url())
                            .put("enabled", true)
                            .put("oauth", false);
            case CURSOR -> entry.put("url", server.url());
            case CODEX -> throw new IllegalStateException("codex keeps its servers in TOML");
        }
        entry.putObject("headers").put("Authorization", server.authorization());
        return entry;
    }
}
