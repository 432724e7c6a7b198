package dev.parley.client;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.codec.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Agents: their cards, and which of them are there. */
public final class Agents {
    private final Transport transport;

    Agents(Transport transport) {
        this.transport = transport;
    }

    /** Writes an agent's card; writing the same again changes nothing. */
    public void introduce(AgentName agent, String description, Capabilities has) {
        var card = Json.object().put("description", description);
        has.words().forEach(card.putArray("capabilities")::add);
        transport.put(Target.of("api", "agents", agent.value()), card);
    }

    /** Every agent of the client's space that has a card, in the order of their names. */
    public List<AgentView> list() {
        return list(false);
    }

    /** The same together with those that were seen and have none. */
    public List<AgentView> everybody() {
        return list(true);
    }

    private List<AgentView> list(boolean isAll) {
        var agents = new ArrayList<AgentView>();
        Optional<String> next = Optional.empty();
        do {
            var target = Target.of("api", "agents").with("limit", 500);
            if (isAll) {
                target.with("all", true);
            }
            next.ifPresent(place -> target.with("after", place));
            var page = transport.get(target);
            page.list("items").forEach(item -> agents.add(AgentView.read(item)));
            next = page.maybeText("next");
        } while (next.isPresent());
        return agents;
    }
}
