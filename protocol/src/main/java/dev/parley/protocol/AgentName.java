package dev.parley.protocol;

import java.util.Set;

/**
 * The name of an agent within its space: {@code manager}, {@code specialist:pcb}, {@code Agent B}.
 */
public record AgentName(String value) {
    /** Words that are addresses but never agents. */
    public static final Set<String> RESERVED = Set.of("user", "broadcast", "system");

    public AgentName {
        Names.requireName("agent name", value);
        if (RESERVED.contains(value)) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "agent name " + Names.quote(value) + " is reserved");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
