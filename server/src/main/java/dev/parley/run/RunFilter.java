package dev.parley.run;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.table.RunStatus;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which runs are wanted.
 *
 * @param agent those that it takes part in
 * @param text those that say it in their objective, first words, summary, id or agents' names
 */
public record RunFilter(
        @Nullable RunStatus status, @Nullable AgentName agent, @Nullable String text) {
    private static final int MAX_TEXT = 200;

    public RunFilter {
        if (text != null && (text.isBlank() || text.length() > MAX_TEXT)) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "text must have between 1 and " + MAX_TEXT + " characters");
        }
    }

    boolean admits(Glance glance) {
        return (status == null || glance.row().status() == status)
                && (agent == null || glance.agents().contains(agent.value()))
                && (text == null || says(glance, text.strip().toLowerCase(Locale.ROOT)));
    }

    private static boolean says(Glance glance, String words) {
        return has(glance.title(), words)
                || has(glance.row().standing().summary(), words)
                || has(glance.row().key().run().value(), words)
                || glance.agents().stream().anyMatch(agent -> has(agent, words));
    }

    private static boolean has(@Nullable String text, String words) {
        return text != null && text.toLowerCase(Locale.ROOT).contains(words);
    }
}
