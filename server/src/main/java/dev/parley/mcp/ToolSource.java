package dev.parley.mcp;

import java.util.List;
import java.util.Optional;

/** Where tools come from. */
@FunctionalInterface
public interface ToolSource {
    /** Those for this client, in the order in which they are shown; called for each request. */
    List<Tool> tools(Client client);

    /** One by its name, also such as are not shown to this client and will be refused to it. */
    default Optional<Tool> find(Client client, String name) {
        return tools(client).stream().filter(tool -> tool.name().equals(name)).findFirst();
    }

    /** Why one that there is cannot be found by this client. */
    default Optional<String> whyHidden(Client client, String name) {
        return Optional.empty();
    }
}
