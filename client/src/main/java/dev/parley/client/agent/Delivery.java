package dev.parley.client.agent;

import dev.parley.client.Tasks;
import dev.parley.protocol.ParleyException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Gets results to the hub, each once, however long the hub is away. */
record Delivery(Tasks tasks, Spool spool, Consumer<String> notes) {
    /**
     * Sends a result until the hub has it, or does not want it any more.
     *
     * @param mayWait whether to go on while the hub is away; what is kept is sent another time
     */
    void deliver(Finished finished, BooleanSupplier mayWait) {
        var next = finished;
        for (int failures = 0; ; failures++) {
            try {
                next.send(tasks);
                spool.drop(next);
                return;
            } catch (ParleyException e) {
                if (Waiting.mayPass(e)) {
                    if (!mayWait.getAsBoolean()) {
                        note(next, "is not delivered yet: " + e.detail());
                        return;
                    }
                    Waiting.pause(failures);
                    continue;
                }
                switch (e.problem()) {
                    case STALE_LEASE, TASK_ENDED, RUN_ENDED, MESSAGE_ID_CONFLICT -> {
                        note(next, "is dropped: " + e.detail());
                        spool.drop(next);
                        return;
                    }
                    case BODY_SIZE, JSON_DEPTH, BAD_VALUE, BAD_REQUEST -> {
                        var instead = refused(next, e);
                        if (instead.isEmpty()) {
                            return;
                        }
                        next = instead.get();
                    }
                    default -> {
                        // Whatever stands between us and the hub may say anything; the result is
                        // kept.
                        note(next, "is not delivered: " + e.detail());
                        return;
                    }
                }
            }
        }
    }

    /** A result that the hub cannot take, for its size perhaps, must not hold up its task. */
    private Optional<Finished> refused(Finished finished, ParleyException e) {
        note(finished, "was refused: " + e.detail());
        if (!(finished.result() instanceof Result.Done)) {
            spool.drop(finished);
            return Optional.empty();
        }
        var failed = Result.failed("the hub refused its result: " + e.detail());
        var instead = new Finished(finished.lease(), failed);
        spool.keep(instead);
        return Optional.of(instead);
    }

    private void note(Finished finished, String what) {
        notes.accept("the result of " + finished.lease().task() + " " + what);
    }
}
