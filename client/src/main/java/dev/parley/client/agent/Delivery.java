package dev.parley.client.agent;

import dev.parley.client.Stranger;
import dev.parley.client.Tasks;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Gets results to the hub, each once, however long the hub is away. */
record Delivery(Tasks tasks, Spool spool, Consumer<String> notes) {
    /**
     * Sends a result until the hub has it, or does not want it any more. What can never be sent
     * fails its task; whatever else is said, by the hub or by what stands before it, is not about
     * the result.
     *
     * @param mayWait whether to go on after such a problem; what is kept is sent another time
     */
    void deliver(Finished finished, Predicate<ParleyException> mayWait) {
        var next = finished;
        boolean isInstead = false;
        for (int failures = 0; ; failures++) {
            try {
                next.send(tasks);
                spool.drop(next);
                return;
            } catch (ParleyException e) {
                if (isLate(e) || (isInstead && Refusals.isUnsendable(e))) {
                    note(next, "is dropped: " + e.detail());
                    spool.drop(next);
                    return;
                }
                if (Refusals.isUnsendable(e)) {
                    note(next, "was refused: " + e.detail());
                    next = instead(finished, e);
                    isInstead = true;
                } else if (isForNobody(e) || !mayWait.test(e)) {
                    note(next, "is not delivered yet: " + e.detail());
                    return;
                } else {
                    if (failures == 0 && !Waiting.mayPass(e)) {
                        note(next, "is not taken: " + e.detail() + "; trying again");
                    }
                    Waiting.pause(failures);
                }
            }
        }
    }

    /** Whether it comes too late, or came already. */
    private static boolean isLate(ParleyException e) {
        return Refusals.isLeaseOver(e) || e.problem() == Problem.MESSAGE_ID_CONFLICT;
    }

    /** Whether the hub knows the token no more, so that nothing gets through. */
    private static boolean isForNobody(ParleyException e) {
        return e.problem() == Problem.UNAUTHENTICATED && !Stranger.hasAnswered(e);
    }

    /** A result that the hub cannot take, for its size perhaps, must not hold up its task. */
    private Finished instead(Finished refused, ParleyException e) {
        var failed = Result.failed("the hub refused its result: " + e.detail());
        var instead = new Finished(refused.lease(), failed);
        spool.keep(instead);
        return instead;
    }

    private void note(Finished finished, String what) {
        notes.accept("the result of " + finished.lease().task() + " " + what);
    }
}
