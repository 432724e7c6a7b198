package dev.parley.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;

/** Hears what an agent does while it has its turn. */
public interface Ear {
    /** A step that stays in the log: {@code tool_intent}, {@code plan_update}, and so on. */
    void step(String kind, String summary, ObjectNode details);

    /** Words of the answer as they come; shown to whoever watches, not kept. */
    void said(String words);

    /**
     * Asks people whether the agent may do something, and waits for what they decide; empty when it
     * was withdrawn, as is what nobody has decided when the turn is over.
     *
     * @param arguments by which people see exactly what it is
     * @param left how long the turn may still take
     */
    Optional<Leave> asked(String text, String action, ObjectNode arguments, Duration left)
            throws InterruptedException;
}
