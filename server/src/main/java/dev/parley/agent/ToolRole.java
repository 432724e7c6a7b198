package dev.parley.agent;

import dev.parley.access.Role;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** How far an agent's tools reach, at most. */
public enum ToolRole {
    /** Reads, status and reports. */
    MANAGER,
    /** Whatever its policy allows. */
    WORKER,
    /** Looks only. */
    OBSERVER;

    private static final List<ToolRole> NARROWEST_FIRST = List.of(OBSERVER, MANAGER, WORKER);

    /** What a token of this role allows an agent. */
    public static Optional<ToolRole> of(Role token) {
        return switch (token) {
            case MANAGER -> Optional.of(MANAGER);
            case WORKER -> Optional.of(WORKER);
            case OBSERVER -> Optional.of(OBSERVER);
            case OWNER, PERSON -> Optional.empty();
        };
    }

    /** What counts where token, card and run each give a role. */
    public static Optional<ToolRole> narrowest(Collection<ToolRole> given) {
        return NARROWEST_FIRST.stream().filter(given::contains).findFirst();
    }
}
