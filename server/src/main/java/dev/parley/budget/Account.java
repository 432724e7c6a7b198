package dev.parley.budget;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.store.table.RunKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who bears what a model uses.
 *
 * @param agent for whom it is asked; null when it is for a person
 * @param runs that of the turn, and those on whose behalf that is worked in, the nearest first
 * @param budget what the agent may use in a day
 * @param key where that can be raised
 */
public record Account(
        Space space, @Nullable AgentName agent, List<RunKey> runs, Budget budget, String key) {
    public Account {
        runs = List.copyOf(runs);
    }
}
