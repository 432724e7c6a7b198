package dev.parley.session;

import dev.parley.access.Principal;
import dev.parley.protocol.Message;
import dev.parley.store.table.SessionRow;
import java.util.List;
import java.util.function.IntFunction;

/**
 * An agent's turn to answer.
 *
 * @param agent as whom it acts
 * @param role how it is called in the run: a role such as {@code manager}, else its name
 * @param message what is to be answered
 * @param words what it says, whole
 * @param before the last things that were said before it, as many as are asked for, in order
 */
public record Turn(
        Principal agent,
        String role,
        SessionRow session,
        Message message,
        String words,
        IntFunction<List<Line>> before) {
    /**
     * Something that was said.
     *
     * @param isByAgent whether the session's own agent says it, rather than that it is said to it
     * @param from whose credential it came with
     */
    public record Line(boolean isByAgent, String from, String words) {}
}
