package dev.parley.client.agent;

import dev.parley.client.Stranger;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.EnumSet;
import java.util.Set;

/** What refusals mean for a worker's task; most of them say nothing about it. */
final class Refusals {
    private static final Set<Problem> LEASE_OVER =
            EnumSet.of(
                    Problem.STALE_LEASE,
                    Problem.TASK_ENDED,
                    Problem.RUN_ENDED,
                    Problem.UNKNOWN_TASK);

    private static final Set<Problem> UNSENDABLE =
            EnumSet.of(
                    Problem.BODY_SIZE,
                    Problem.JSON_DEPTH,
                    Problem.BAD_JSON,
                    Problem.BAD_REQUEST,
                    Problem.BAD_VALUE,
                    Problem.CONFLICTING_FIELDS);

    private Refusals() {}

    /** Whether the task is no longer this worker's. */
    static boolean isLeaseOver(ParleyException e) {
        return LEASE_OVER.contains(e.problem()) && !Stranger.hasAnswered(e);
    }

    /** Whether this can never be sent; what is too large for a proxy never gets past it. */
    static boolean isUnsendable(ParleyException e) {
        return e.problem() == Problem.BODY_SIZE
                || (UNSENDABLE.contains(e.problem()) && !Stranger.hasAnswered(e));
    }
}
