package dev.parley.guard;

import dev.parley.protocol.Problem;
import java.util.EnumSet;
import java.util.Set;

/** A guard has found agents talking in circles; a person must say how it goes on. */
public record Trip(Problem problem, String detail) {
    private static final Set<Problem> PROBLEMS =
            EnumSet.of(Problem.INTERNAL_LOOP, Problem.CLARIFICATION_LOOP, Problem.CYCLE);

    /** Whether a refusal means that a guard has tripped, which is kept together with the pause. */
    public static boolean isMeantBy(Problem problem) {
        return PROBLEMS.contains(problem);
    }
}
