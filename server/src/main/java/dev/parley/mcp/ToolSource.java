package dev.parley.mcp;

import java.util.List;

/** Where tools come from. */
@FunctionalInterface
public interface ToolSource {
    /** Those for this client, in the order in which they are shown; called for each request. */
    List<Tool> tools(Client client);
}
