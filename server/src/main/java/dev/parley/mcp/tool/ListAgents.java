package dev.parley.mcp.tool;

import dev.parley.access.Permission;
import dev.parley.agent.Agents;
import dev.parley.agent.Presence;
import dev.parley.http.api.AgentJson;
import dev.parley.mcp.Client;
import dev.parley.mcp.Hints;
import dev.parley.mcp.Schema;
import dev.parley.mcp.ToolCall;
import dev.parley.mcp.ToolResult;
import dev.parley.protocol.codec.Json;

/** Who there is to talk to. */
final class ListAgents extends HouseTool {
    private static final int MOST = 500;

    private static final Label LABEL =
            new Label(
                    "list_agents",
                    "List agents",
                    Label.paragraph(
                            """
                            Lists the agents you can send messages and tasks to: what each is for,
                            what it can do, whether it is online now and what it does. One that is
                            "hosted" is run by the hub: it answers messages at once and claims no
                            tasks. Look here before you address anybody.
                            """),
                    Permission.READ,
                    Hints.READ,
                    Schema.of(
                            """
                            {"type":"object","additionalProperties":false,"properties":{
                              "after":{"type":"string","description":"Begin behind this name; for a further page."},
                              "limit":{"type":"integer","minimum":1,"maximum":500,"default":50,
                                "description":"How many to show at most."}}}
                            """),
                    Schema.of(
                            """
                            {"type":"object","required":["agents","more"],"properties":{
                              "agents":{"type":"array","items":{"type":"object","required":["agent","online"],
                                "properties":{"agent":{"type":"string"},"description":{"type":"string"},
                                  "capabilities":{"type":"array","items":{"type":"string"}},
                                  "online":{"type":"boolean"},"hosted":{"type":"boolean"}}}},
                              "more":{"type":"boolean"}}}
                            """));

    private final Agents agents;
    private final AgentJson json;

    ListAgents(Agents agents, Presence presence) {
        super(LABEL.brief());
        this.agents = agents;
        this.json = new AgentJson(presence, agents.hosted());
    }

    @Override
    public String description(Client client) {
        return LABEL.words() + Self.words(client);
    }

    @Override
    public ToolResult call(ToolCall call) {
        int limit = call.arguments().path("limit").asInt(50);
        var after = call.arguments().path("after").asText();
        var present = agents.present(call.principal().space(), after, Math.min(limit, MOST), true);
        var facts = Json.object();
        var list = facts.putArray("agents");
        json.shown(present).forEach(list::add);
        return ToolResult.structured(facts.put("more", list.size() == limit));
    }
}
