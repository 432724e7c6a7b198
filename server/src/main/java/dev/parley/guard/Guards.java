package dev.parley.guard;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Optional;

/**
 * How far agents may go before somebody looks; 0 lets them go on for ever.
 *
 * @param traceHops messages that each follow from the one before
 * @param internalLoop internal messages in a run since the user last saw anything
 * @param clarificationLoop questions back about one assignment
 * @param cycle whether agents that would all wait for each other are noticed
 */
public record Guards(int traceHops, int internalLoop, int clarificationLoop, boolean cycle) {
    public static final Guards STANDARD = new Guards(16, 40, 5, true);

    /** Refuses to carry on a chain that is too long. */
    public void requireHops(int hops) {
        if (traceHops > 0 && hops > traceHops) {
            throw new ParleyException(
                    Problem.TRACE_HOPS,
                    "this would be hop "
                            + hops
                            + " of one chain of messages, of at most "
                            + traceHops
                            + "; answer what was asked, or let a person begin a new one");
        }
    }

    /** One more internal message after so many of which the user saw nothing. */
    public Optional<Trip> silence(int silent) {
        return internalLoop > 0 && silent >= internalLoop
                ? Optional.of(
                        new Trip(
                                Problem.INTERNAL_LOOP,
                                "the agents have exchanged "
                                        + silent
                                        + " messages without anything for the user to see"))
                : Optional.empty();
    }

    /** One more question back after so many about the same assignment. */
    public Optional<Trip> clarification(String asker, int rounds) {
        return clarificationLoop > 0 && rounds >= clarificationLoop
                ? Optional.of(
                        new Trip(
                                Problem.CLARIFICATION_LOOP,
                                asker
                                        + " has asked back "
                                        + rounds
                                        + " times about the same assignment"))
                : Optional.empty();
    }
}
