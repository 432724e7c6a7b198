package dev.parley.budget;

import dev.parley.protocol.AgentName;
import dev.parley.store.table.RunKey;
import java.util.List;

/**
 * Who bears what a turn uses.
 *
 * @param runs its own, and those on whose behalf that is worked in, the nearest first
 * @param budget what the agent may use in a day
 * @param key where that can be raised
 */
public record Account(AgentName agent, List<RunKey> runs, Budget budget, String key) {
    public Account {
        runs = List.copyOf(runs);
    }
}
