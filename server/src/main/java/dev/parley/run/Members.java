package dev.parley.run;

import dev.parley.agent.ToolRole;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunProtocol;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Which agent holds which role in a run, and whom an address reaches there. */
public record Members(Map<String, AgentName> roles) {
    /** As many as one broadcast may reach. */
    public static final int MAX = 1_000;

    /** The role of whoever begins a tree alone. */
    private static final String ROOT = "root";

    private static final Pattern MANAGED_ROLE = Pattern.compile("manager|worker|specialist:.+");

    public Members {
        if (roles.size() > MAX) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "a run may have at most " + MAX + " participants");
        }
        roles.keySet().forEach(AgentName::new);
        roles = Collections.unmodifiableMap(new TreeMap<>(roles));
    }

    /** The agent behind a role, or behind its own name. */
    public AgentName agent(AgentName roleOrName) {
        return roles.getOrDefault(roleOrName.value(), roleOrName);
    }

    /** Refuses roles that a protocol does not have. */
    void requireFit(RunProtocol protocol) {
        if (protocol != RunProtocol.MANAGED) {
            return;
        }
        if (!roles.containsKey("manager")) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a managed run needs a manager: participants {\"manager\": \"NAME\", ...}");
        }
        for (var role : roles.keySet()) {
            if (!MANAGED_ROLE.matcher(role).matches()) {
                throw new ParleyException(
                        Problem.BAD_VALUE,
                        "the roles of a managed run are manager, worker and specialist:NAME, not "
                                + role);
            }
        }
    }

    /** The same with whoever begins the run, who could not see it otherwise. */
    Members withBeginner(RunProtocol protocol, AgentName agent) {
        if (has(agent)) {
            return this;
        }
        var role = protocol == RunProtocol.TREE && roles.isEmpty() ? ROOT : agent.value();
        if (protocol == RunProtocol.MANAGED || roles.containsKey(role)) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "whoever begins a run takes part in it: give "
                            + agent
                            + " a role in participants too, or have a person begin it");
        }
        var more = new TreeMap<>(roles);
        more.put(role, agent);
        return new Members(more);
    }

    public int size() {
        return roles.size();
    }

    /** How an agent is called in this run: its role, if it holds one. */
    public Address nameOf(AgentName agent) {
        return roles.entrySet().stream()
                .filter(role -> role.getValue().equals(agent))
                .findFirst()
                .map(role -> new Address(role.getKey()))
                .orElseGet(() -> Address.of(agent));
    }

    /** The same for somebody who may be the user. */
    Address nameOfAny(String name) {
        return name.equals(Address.USER.value()) ? Address.USER : nameOf(new AgentName(name));
    }

    /** Whether an agent is the manager here. */
    public boolean leads(AgentName agent) {
        return agent(Directions.MANAGER).equals(agent);
    }

    /** How far its role in this run lets an agent's tools reach, if the protocol says so. */
    public Optional<ToolRole> toolRole(RunProtocol protocol, AgentName agent) {
        if (protocol != RunProtocol.MANAGED || !has(agent)) {
            return Optional.empty();
        }
        return Optional.of(leads(agent) ? ToolRole.MANAGER : ToolRole.WORKER);
    }

    /** Whether an agent's own name is here the role of another, so that it cannot speak by it. */
    boolean isTaken(AgentName agent) {
        return !has(agent) && roles.containsKey(agent.value());
    }

    public boolean has(AgentName agent) {
        return roles.containsValue(agent);
    }

    /** Who gets a message, each once: agents by name, or {@code user}. */
    public Set<String> recipients(Address from, Address to) {
        if (!to.isBroadcast()) {
            return to.agent().map(name -> Set.of(agent(name).value())).orElse(Set.of(to.value()));
        }
        SequencedSet<String> others = new LinkedHashSet<>();
        roles.values().forEach(agent -> others.add(agent.value()));
        from.agent().ifPresent(sender -> others.remove(agent(sender).value()));
        return others;
    }
}
