package dev.parley.mcp.tool;

import dev.parley.mcp.Client;
import dev.parley.mcp.Tool;
import dev.parley.mcp.ToolSource;
import dev.parley.tool.Gateway;
import dev.parley.tool.Offer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the configured tool servers have for an agent; what it may not use it is not shown. */
public record ServedTools(Gateway gateway) implements ToolSource {
    @Override
    public List<Tool> tools(Client client) {
        return offers(client).filter(Offer::isAllowed).map(this::tool).toList();
    }

    /** A tool that is denied is found, so that the denial is told and noted. */
    @Override
    public Optional<Tool> find(Client client, String name) {
        return offers(client)
                .filter(offer -> offer.name().equals(name))
                .map(this::tool)
                .findFirst();
    }

    private Tool tool(Offer offer) {
        return new ServedTool(gateway, offer);
    }

    private Stream<Offer> offers(Client client) {
        return client.agent().isEmpty()
                ? Stream.of()
                : gateway.tools(client.principal()).tools().stream();
    }
}
