package dev.parley.host;

import dev.parley.protocol.Ids;
import dev.parley.session.Host;
import dev.parley.store.table.AgentTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Makes a host for each agent that the hub runs.
 *
 * @param minds for agents that are models
 * @param now hub time in milliseconds
 * @param violation is told when an agent does what it must not, by its name and in words
 */
public record Hosts(
        Ids ids,
        Latchkeys keys,
        Minds minds,
        LongSupplier now,
        BiConsumer<String, String> violation) {
    public Map<AgentTable.Key, Host> of(List<AgentSpec> agents) {
        var hosts = new HashMap<AgentTable.Key, Host>();
        for (var agent : agents) {
            hosts.put(agent.resident(), host(agent));
        }
        return hosts;
    }

    Host host(AgentSpec agent) {
        return switch (agent.means()) {
            case AcpSpec acp ->
                    new AcpHost(
                            agent,
                            acp,
                            keys,
                            now,
                            words -> violation.accept(agent.resident().name().value(), words));
            case AgentSpec.Command command -> new CommandHost(agent, command, keys);
            case LlmSpec llm -> new LlmHost(agent, llm, keys, minds);
            case AgentSpec.Stdio stdio ->
                    new StdioHost(
                            agent,
                            stdio,
                            ids,
                            keys,
                            words -> violation.accept(agent.resident().name().value(), words));
        };
    }
}
