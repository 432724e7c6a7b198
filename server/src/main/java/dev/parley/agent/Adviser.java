package dev.parley.agent;

import dev.parley.access.Principal;
import dev.parley.store.table.AgentTable;
import java.util.List;
import java.util.Optional;

/** Whoever may know better than the rule which agents a task needs. */
@FunctionalInterface
public interface Adviser {
    /** Nobody to ask. */
    Adviser NONE = (_, _, _) -> Optional.empty();

    /**
     * The names of those that the task needs, the most needed first, be it nobody; nothing at all
     * when it has no opinion. Names beside those of the cards count for nothing.
     */
    Optional<List<String>> choose(
            Principal caller, Candidates.Wanted wanted, List<AgentTable.Row> cards);
}
