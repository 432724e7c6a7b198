package dev.parley.mcp.tool;

import dev.parley.mcp.Client;
import dev.parley.mcp.Tool;
import dev.parley.mcp.ToolSource;
import dev.parley.protocol.RunId;
import dev.parley.session.Sessions;
import dev.parley.tool.Gateway;
import dev.parley.tool.Offer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the configured tool servers have for an agent; what it may not use it is not shown. */
public record ServedTools(Gateway gateway, Sessions sessions) implements ToolSource {
    @Override
    public List<Tool> tools(Client client) {
        var run = run(client);
        return offers(client, run).filter(Offer::isAllowed).map(one -> tool(one, run)).toList();
    }

    /**
     * A tool that is denied is found, so that the denial is told and noted. It is looked for more
     * than once for each call, before anybody is told that it takes longer: no server is asked.
     */
    @Override
    public Optional<Tool> find(Client client, String name) {
        return client.agent().isEmpty()
                ? Optional.empty()
                : gateway.find(client.principal(), name).map(offer -> tool(offer, run(client)));
    }

    private Tool tool(Offer offer, Optional<RunId> run) {
        return new ServedTool(gateway, offer, run);
    }

    private Stream<Offer> offers(Client client, Optional<RunId> run) {
        return client.agent().stream()
                .flatMap(
                        agent ->
                                gateway
                                        .tools(client.principal(), agent, run.orElse(null))
                                        .tools()
                                        .stream());
    }

    /** Where an agent uses tools that works in a session of its own. */
    private Optional<RunId> run(Client client) {
        return client.session()
                .map(id -> sessions.get(client.principal(), id).key())
                .filter(key -> client.agent().filter(key.agent()::equals).isPresent())
                .map(key -> key.run().run());
    }
}
