package dev.parley.host;

import dev.parley.session.Host;
import dev.parley.session.Resident;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a host for each agent that the hub runs. */
public final class Hosts {
    private Hosts() {}

    public static Map<Resident, Host> of(List<AgentSpec> agents) {
        var hosts = new HashMap<Resident, Host>();
        for (var agent : agents) {
            hosts.put(agent.resident(), host(agent));
        }
        return hosts;
    }

    private static Host host(AgentSpec agent) {
        return switch (agent.means()) {
            case AgentSpec.Command command -> new CommandHost(agent, command);
        };
    }
}
