package dev.parley.protocol;

import java.util.Optional;

/**
 * Where a message comes from or goes to: an agent or role, one of its instances ({@code
 * claude/api}), or one of the reserved words {@code user}, {@code broadcast} and {@code system}.
 */
public record Address(String value) {
    public static final Address USER = new Address("user");
    public static final Address BROADCAST = new Address("broadcast");
    public static final Address SYSTEM = new Address("system");

    public Address {
        int slash = value.indexOf('/');
        Names.requireName("address", slash < 0 ? value : value.substring(0, slash));
        if (slash >= 0) {
            Names.requireId("instance", value.substring(slash + 1));
        }
    }

    public static Address of(AgentName agent) {
        return new Address(agent.value());
    }

    public boolean isUser() {
        return value.equals(USER.value);
    }

    public boolean isBroadcast() {
        return value.equals(BROADCAST.value);
    }

    /** The agent or role named here, without an instance; empty for the reserved words. */
    public Optional<AgentName> agent() {
        int slash = value.indexOf('/');
        var name = slash < 0 ? value : value.substring(0, slash);
        return AgentName.RESERVED.contains(name)
                ? Optional.empty()
                : Optional.of(new AgentName(name));
    }

    /** The one running copy that is meant, when the sender named one. */
    public Optional<String> instance() {
        int slash = value.indexOf('/');
        return slash < 0 ? Optional.empty() : Optional.of(value.substring(slash + 1));
    }

    @Override
    public String toString() {
        return value;
    }
}
