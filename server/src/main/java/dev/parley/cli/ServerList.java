package dev.parley.cli;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The file in which a coding agent has its MCP servers; only Parley's own entry is ever touched.
 */
interface ServerList {
    Path file();

    /** What would have to stand in the file, for whoever writes it by hand. */
    String shown(McpServer server);

    /** Parley's entry, when the file has one; one by that name that leads elsewhere is refused. */
    Optional<McpServer> find();

    /** The text of the file with this entry, in place of one that is there; or why it has none. */
    String with(McpServer server);

    /** Takes the entry out and leaves all else as it is. */
    void remove();
}
