package dev.parley.host;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.agent.Agents;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Gives every agent that the hub runs the card that configuration says, parents first. */
public record Cards(Agents agents) {
    public void put(List<AgentSpec> all) {
        var waiting = new ArrayList<>(all);
        while (!waiting.isEmpty()) {
            var ready = waiting.stream().filter(one -> !hasParentAmong(one, waiting)).toList();
            if (ready.isEmpty()) {
                throw new ParleyException(
                        Problem.BAD_VALUE,
                        "agents: in parley.yaml has parents that go round in a circle: "
                                + String.join(
                                        ", ",
                                        waiting.stream()
                                                .map(one -> one.resident().name().value())
                                                .toList()));
            }
            ready.forEach(this::put);
            waiting.removeAll(ready);
        }
    }

    private static boolean hasParentAmong(AgentSpec one, List<AgentSpec> others) {
        var parent = one.card().parent();
        return parent != null
                && others.stream()
                        .map(AgentSpec::resident)
                        .filter(other -> other.space().equals(one.resident().space()))
                        .anyMatch(other -> other.name().equals(parent));
    }

    /** What people have written stays where configuration says nothing. */
    private void put(AgentSpec spec) {
        var name = spec.resident().name();
        var hub = new Principal("hub", spec.resident().space(), Role.OWNER, "hub", null);
        var card = spec.card();
        boolean saysNothing =
                card.description().isEmpty()
                        && card.capabilities().isEmpty()
                        && Objects.isNull(card.parent());
        if (!saysNothing || agents.find(hub, name).isEmpty()) {
            agents.put(hub, name, card);
        }
    }
}
