package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.agent.Agents;
import dev.parley.agent.Hosted;
import dev.parley.agent.Presence;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.InstanceState;
import dev.parley.store.table.InstanceTable;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How agents and their instances look as JSON. */
public record AgentJson(Presence presence, Hosted hosted) {
    static ObjectNode card(AgentTable.Row row) {
        var parent = row.parent();
        var body =
                Json.object()
                        .put("agent", row.key().name().value())
                        .put("description", row.description());
        var capabilities = body.putArray("capabilities");
        row.capabilities().forEach(capabilities::add);
        body.put("parent", parent == null ? null : parent.value())
                .put("tool_role", row.toolRole())
                .put("updated_by", row.updatedBy());
        body.set("updated_at", Times.epochSeconds(row.updatedAt()));
        return body;
    }

    /** Cards, in the order of their names, with who of them is there. */
    public List<ObjectNode> shown(List<AgentTable.Row> cards) {
        var known = cards.stream().map(Agents.Known::by).toList();
        return shown(new Agents.Present(known, presence.sums(known)));
    }

    /** The same where some have no card: of those there is only whether they are there. */
    public List<ObjectNode> shown(Agents.Present present) {
        return present.agents().stream()
                .map(agent -> shown(agent, present.instances().get(agent.key().name())))
                .toList();
    }

    private ObjectNode shown(Agents.Known agent, InstanceTable.@Nullable Sum sum) {
        var card = agent.card();
        var body =
                card == null ? Json.object().put("agent", agent.key().name().value()) : card(card);
        int live = sum == null ? 0 : sum.live();
        boolean isHosted = hosted.has(agent.key().space(), agent.key().name());
        body.put("online", live > 0 || isHosted)
                .put("instances_online", isHosted ? Math.max(live, 1) : live)
                .put("state", sum == null || live == 0 ? null : Wire.name(state(sum)))
                .put("seen_seconds_ago", sum == null ? null : ago(sum.lastSeen()));
        return isHosted ? body.put("hosted", true) : body;
    }

    /** What the agent as a whole does: the busiest of its instances. */
    private static InstanceState state(InstanceTable.Sum sum) {
        if (sum.busy() > 0) {
            return InstanceState.BUSY;
        }
        return sum.idle() > 0 ? InstanceState.IDLE : InstanceState.START;
    }

    private Long ago(long seen) {
        return presence.since(seen).toSeconds();
    }

    ObjectNode instance(InstanceTable.Row row) {
        var body =
                Json.object()
                        .put("agent", row.key().agent().value())
                        .put("instance", row.key().instance().value())
                        .put("state", Wire.name(row.state()))
                        .put("online", presence.isOnline(row))
                        .put("seen_seconds_ago", ago(row.lastSeen()));
        body.set("started_at", Times.epochSeconds(row.startedAt()));
        return body;
    }

    /** Children within their parents; where a parent is not shown, its child is a root. */
    ObjectNode tree(List<AgentTable.Row> cards) {
        var bodies = shown(cards);
        var children = new HashMap<AgentName, ArrayNode>();
        for (int i = 0; i < bodies.size(); i++) {
            children.put(cards.get(i).key().name(), bodies.get(i).putArray("children"));
        }
        var tree = Json.object();
        var roots = tree.putArray("items");
        for (int i = 0; i < bodies.size(); i++) {
            var parent = cards.get(i).parent();
            var siblings = parent == null ? roots : children.getOrDefault(parent, roots);
            siblings.add(bodies.get(i));
        }
        tree.putNull("next");
        return tree;
    }
}
