package dev.parley.mcp.tool;

import dev.parley.mcp.Client;
import dev.parley.mcp.Tool;
import dev.parley.mcp.ToolSource;
import dev.parley.tool.Gateway;
import dev.parley.tool.Offer;
import java.util.List;
import java.util.Optional;

/** What the configured tool servers have for an agent; what it may not use it is not shown. */
public record ServedTools(Gateway gateway) implements ToolSource {
    @Override
    public List<Tool> tools(Client client) {
        return client.agent().isEmpty()
                ? List.of()
                : gateway.tools(client.principal()).tools().stream()
                        .filter(Offer::isAllowed)
                        .map(this::tool)
                        .toList();
    }

    /**
     * A tool that is denied is found, so that the denial is told and noted. It is looked for more
     * than once for each call, before anybody is told that it takes longer: no server is asked.
     */
    @Override
    public Optional<Tool> find(Client client, String name) {
        return client.agent().isEmpty()
                ? Optional.empty()
                : gateway.find(client.principal(), name).map(this::tool);
    }

    private Tool tool(Offer offer) {
        return new ServedTool(gateway, offer);
    }
}
