package dev.parley.tool;

import dev.parley.access.Principal;
import dev.parley.agent.ToolRole;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.run.Runs;
import dev.parley.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which tools there are, and for whom. */
record Catalogue(Store store, Runs runs, Toolbox toolbox, Policy policy) {
    Offers of(Principal caller, @Nullable AgentName agent, @Nullable RunId in) {
        requireOwn(caller, agent);
        var run = in == null ? null : runs.get(caller, in);
        var role =
                agent == null
                        ? Optional.<ToolRole>empty()
                        : store.read(sql -> ToolRoles.of(sql, caller, agent, run));
        var tools = new ArrayList<Offer>();
        var ailing = new TreeMap<String, String>();
        for (var look : toolbox.look(caller.space())) {
            var spec = look.server().spec();
            look.ailment().ifPresent(why -> ailing.put(spec.name(), why));
            for (var tool : look.tools()) {
                var name = Toolbox.fullName(spec, tool.name());
                var handling = spec.handling(tool.name(), tool);
                var objection =
                        agent == null
                                ? Optional.of("tools are used by agents")
                                : policy.objection(agent, role, name, handling);
                tools.add(new Offer(name, spec.name(), tool, handling, objection.orElse(null)));
            }
        }
        return new Offers(List.copyOf(tools), ailing);
    }

    private static void requireOwn(Principal caller, @Nullable AgentName agent) {
        var own = caller.speaksFor();
        if (agent != null && own.isPresent() && !own.get().equals(agent)) {
            throw new ParleyException(
                    Problem.FORBIDDEN, "an agent may see its own tools only, not " + agent + "'s");
        }
    }
}
