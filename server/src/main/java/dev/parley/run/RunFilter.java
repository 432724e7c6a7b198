package dev.parley.run;

import dev.parley.protocol.AgentName;
import dev.parley.store.table.RunStatus;
import org.jspecify.annotations.Nullable;

/**
 * Which runs are wanted.
 *
 * @param agent those that it takes part in
 * @param text those that say it in their objective, first words, summary, id or agents' names
 */
public record RunFilter(
        @Nullable RunStatus status, @Nullable AgentName agent, @Nullable Phrase text) {
    boolean admits(Glance glance) {
        return (status == null || glance.row().status() == status)
                && (agent == null || glance.agents().contains(agent.value()))
                && (text == null || isSaid(text, glance));
    }

    private static boolean isSaid(Phrase text, Glance glance) {
        return text.isIn(glance.title())
                || text.isIn(glance.row().standing().summary())
                || text.isIn(glance.row().key().run().value())
                || text.isInOneOf(glance.agents());
    }
}
