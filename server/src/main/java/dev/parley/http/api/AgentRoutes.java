package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.agent.Agents;
import dev.parley.agent.Card;
import dev.parley.agent.Presence;
import dev.parley.agent.ToolRole;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.inbox.Sharing;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.codec.Fields;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import dev.parley.store.table.InstanceState;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** Agents' cards and their running copies over HTTP. */
public final class AgentRoutes {
    private final Store store;
    private final Agents agents;
    private final Presence presence;
    private final Sharing sharing;
    private final AgentJson json;

    public AgentRoutes(Store store, Agents agents, Presence presence, Sharing sharing) {
        this.store = store;
        this.agents = agents;
        this.presence = presence;
        this.sharing = sharing;
        this.json = new AgentJson(presence, agents.hosted());
    }

    Answer put(Call call) throws IOException {
        var fields = Fields.of(call.json());
        var parent = fields.text("parent");
        var card =
                new Card(
                        Objects.requireNonNullElse(fields.text("description"), ""),
                        Words.list(fields, "capabilities"),
                        parent == null ? null : new AgentName(parent),
                        fields.oneOf(ToolRole.class, "tool_role"));
        var put = agents.put(call.caller(), agent(call), card);
        var body = AgentJson.card(put.card());
        return put.isNew() ? Answer.created(body) : Answer.ok(body);
    }

    /** The card with the agents right under it and the instances that are remembered. */
    Answer get(Call call) {
        var family = agents.get(call.caller(), agent(call));
        var body = json.shown(List.of(family.card())).getFirst();
        var children = body.putArray("children");
        family.children().forEach(child -> children.add(child.value()));
        var instances = body.putArray("instances");
        presence.instances(call.caller().space(), agent(call))
                .forEach(row -> instances.add(json.instance(row)));
        return Answer.ok(body);
    }

    Answer remove(Call call) {
        agents.remove(call.caller(), agent(call));
        return Answer.noContent();
    }

    /**
     * A page of cards, with {@code ?all=true} also of agents without one, or with {@code
     * ?tree=true} all cards, children within their parents.
     */
    Answer list(Call call) {
        var space = call.caller().space();
        if (call.flag("tree")) {
            var forest = agents.forest(space);
            return Answer.ok(json.tree(forest.cards()).put("truncated", !forest.isWhole()));
        }
        int limit = Pages.limit(call);
        var after = call.query("after").map(cursor -> Cursor.readName(store.epoch(), cursor));
        var present = agents.present(space, after.orElse(""), limit, call.flag("all"));
        var found = present.agents();
        var next =
                found.size() < limit
                        ? null
                        : TextNode.valueOf(Cursor.write(store.epoch(), name(found.getLast())));
        return Answer.ok(Pages.page(json.shown(present), agent -> agent, next));
    }

    private static String name(Agents.Known agent) {
        return agent.key().name().value();
    }

    Answer heartbeat(Call call) {
        call.isLook();
        return Answer.ok(
                json.instance(presence.heartbeat(call.caller(), agent(call), instance(call))));
    }

    Answer state(Call call) throws IOException {
        var fields = Fields.of(call.json());
        var state = fields.require(fields.oneOf(InstanceState.class, "state"), "state");
        var said = presence.say(call.caller(), agent(call), instance(call), state);
        if (state == InstanceState.END) {
            sharing.round();
        }
        return Answer.ok(json.instance(said));
    }

    private static AgentName agent(Call call) {
        return new AgentName(call.path("agent"));
    }

    private static InstanceId instance(Call call) {
        return new InstanceId(call.path("id"));
    }
}
